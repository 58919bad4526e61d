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

# Maximum difference between a delivery's time and now; an older one may be a recorded copy. Every retry has a new time.
TOLERANCE_SECONDS = 5 * 60

# Maximum size of a body, because anybody can send one; events are smaller.
LIMIT_BYTES = 1024 * 1024

# Time-out for a whole request, head and body, against slow senders. The service waits just as long for an answer.
REQUEST_TIMEOUT_SECONDS = 15


def key_of(secret: str) -> bytes:
    """Returns the key of a secret. Raises ValueError for an empty or short one, with which anybody could sign."""
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
    """Returns whether a delivery was signed with one of your secrets, over exactly these bytes, within the last minutes."""
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
    """Stands in for two tables of your database; the steps of `take` belong in one transaction."""

    def __init__(self) -> None:
        # Keep ids for at least 40 days; later repeats are rejected by their sequence.
        self.taken: set[str] = set()
        # Keep the sequence with the execution forever.
        self.verifications: dict[str, dict] = {}
        self._one_at_a_time = threading.Lock()

    def take(self, message_id: str, sequence: int, event: dict) -> bool:
        """Stores an event. Events may be repeated or arrive out of order; the highest sequence wins."""
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
    """Limits the total time of reading a connection, because a socket's own timeout restarts with every byte."""

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
    """Returns the handler of requests. Raises ValueError for an invalid secret."""
    keys = [key_of(secret) for secret in secrets]

    class Receiver(BaseHTTPRequestHandler):
        def setup(self) -> None:
            super().setup()
            self.rfile.close()
            # Each connection serves one request, as usual for this server.
            self.rfile = io.BufferedReader(Bounded(self.connection, REQUEST_TIMEOUT_SECONDS))

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
                self.close_connection = True  # Cut off, so nobody waits for an answer.
                return
            self.answer(self.receive(body))

        def receive(self, body: bytes) -> int:
            """Handles a delivery and returns the status to answer; the service retries after anything but 2xx."""
            if not is_genuine(body, self.headers, keys):
                return 401
            # Without the sequence, events cannot be ordered. An intermediary has removed it: failures beat an outdated state.
            sequence = sequence_of(self.headers.get("webhook-sequence"))
            if sequence is None:
                return 400
            inbox.take(self.headers["webhook-id"], sequence, json.loads(body))
            return 204

        def do_GET(self) -> None:
            # Shows the state for trials. It requires no login, so never expose it to others.
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
            """Logs nothing, because requests contain personal data."""

    return Receiver


if __name__ == "__main__":
    own = os.environ.get("WEBHOOK_SECRET", "").split()
    if not own:
        raise SystemExit("WEBHOOK_SECRET is not set.")
    address = ("127.0.0.1", int(os.environ.get("PORT", "3000")))
    ThreadingHTTPServer(address, receiver_of(own, Inbox())).serve_forever()
