"""A receiver of webhooks in one file of plain Python, 3.8 or newer: it verifies, deduplicates by id and orders by sequence.

    WEBHOOK_SECRET=whsec_… PORT=3000 python3 receiver.py
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import io
import json
import os
import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# A delivery is refused whose time is further away: it may have been recorded. Every retry has a time of its own.
TOLERANCE_SECONDS = 5 * 60

# A body is read up to here, for anybody can send one: no event is longer.
LIMIT_BYTES = 1024 * 1024

# Nobody holds a thread longer by sending slowly, head and body together. The service waits no longer for an answer either.
PATIENCE_SECONDS = 15


def key_of(secret: str) -> bytes:
    """The key of a secret. With an empty or a short one anybody could sign, so that none is taken: a ValueError."""
    encoded = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) < 24:
        raise ValueError("WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, as it was shown to you.")
    return key


def whole_number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch("[0-9]{1,15}", text) else None


def sequence_of(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch("[1-9][0-9]{0,14}", text) else None


def is_genuine(body: bytes, headers, keys: list[bytes], now: float | None = None) -> bool:
    """Whether a delivery was signed with one of your secrets, over exactly these bytes, within the last minutes."""
    message_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    seconds = whole_number(timestamp)
    if not message_id or seconds is None:
        return False
    if abs((time.time() if now is None else now) - seconds) > TOLERANCE_SECONDS:
        return False
    given = [one[3:] for one in headers.get("webhook-signature", "").split(" ") if one.startswith("v1,")]
    for key in keys:
        signed = f"{message_id}.{timestamp}.".encode() + body
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(one.encode(), expected) for one in given):
            return True
    return False


class Inbox:
    """Stands for two tables of your database; what `take` does belongs in one transaction."""

    def __init__(self) -> None:
        # Keep ids for at least 40 days: what comes again later than that is stopped by its sequence.
        self.taken: set[str] = set()
        # The sequence stays with the execution for ever.
        self.verifications: dict[str, dict] = {}
        self._one_at_a_time = threading.Lock()

    def take(self, message_id: str, sequence: int, event: dict) -> bool:
        """Takes one event. The same may come twice, and an older one after a newer one: the highest sequence counts."""
        execution = event["data"]
        with self._one_at_a_time:
            if message_id in self.taken:
                return False
            self.taken.add(message_id)
            known = self.verifications.get(execution["id"])
            if known and known["sequence"] >= sequence:
                return False
            self.verifications[execution["id"]] = {"status": execution["status"], "sequence": sequence}
            return True


class Bounded(io.RawIOBase):
    """What a connection sends within a time in all: the timeout of a socket begins anew with every byte."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection = connection
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        left = self._end - time.monotonic()
        if left <= 0:
            raise socket.timeout("The request is not all there in time.")
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


def receiver_of(secrets: list[str], inbox: Inbox) -> type[BaseHTTPRequestHandler]:
    """What answers requests; a ValueError for a secret that is none."""
    keys = [key_of(secret) for secret in secrets]

    class Receiver(BaseHTTPRequestHandler):
        def setup(self) -> None:
            super().setup()
            self.rfile.close()
            # A connection is good for one request here, as is usual for this server.
            self.rfile = io.BufferedReader(Bounded(self.connection, PATIENCE_SECONDS))

        def do_POST(self) -> None:
            length = whole_number(self.headers.get("content-length"))
            if length is None or length > LIMIT_BYTES:
                self.answer(411 if length is None else 413)
                return
            try:
                body = self.rfile.read(length)
            except OSError:
                body = b""
            if len(body) < length:
                self.close_connection = True  # It was cut off: nobody waits for an answer.
                return
            self.answer(self.receive(body))

        def receive(self, body: bytes) -> int:
            """Takes a delivery, and tells the status to answer. What is not 2xx comes again."""
            if not is_genuine(body, self.headers, keys):
                return 401
            # Without it there is no order. Something on the way has stripped it: better that you see failures than an old state.
            sequence = sequence_of(self.headers.get("webhook-sequence"))
            if sequence is None:
                return 400
            inbox.take(self.headers["webhook-id"], sequence, json.loads(body))
            return 204

        def do_GET(self) -> None:
            # To look at while you try it out. It asks nobody who they are: never where others can reach it.
            if self.command == "GET" and os.environ.get("SHOW_VERIFICATIONS") == "true":
                self.answer(200, json.dumps(inbox.verifications).encode())
            else:
                self.answer(405)

        do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET

        def answer(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            if status == 405:
                self.send_header("allow", "POST")
            if status != 204:
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_) -> None:
            """What is received is personal data: it is in no log."""

    return Receiver


if __name__ == "__main__":
    own = os.environ.get("WEBHOOK_SECRET", "").split()
    if not own:
        raise SystemExit("WEBHOOK_SECRET is not set.")
    address = ("127.0.0.1", int(os.environ.get("PORT", "3000")))
    ThreadingHTTPServer(address, receiver_of(own, Inbox())).serve_forever()
