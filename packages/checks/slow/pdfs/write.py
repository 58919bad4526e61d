"""Writes the PDFs beside this file, each with the name of its producer: Debian 12's python3-reportlab, python3-cairo, qpdf, chromium.

    python3 packages/checks/slow/pdfs/write.py packages/checks/slow/pdfs

Each has one page with the words below. Only the tests read them, without needing any of these programs.
"""

import pathlib
import subprocess
import sys
import tempfile

import cairo
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

folder = pathlib.Path(sys.argv[1])
words = ["Stadtwerke Probe", "Erika Muster", "Beispielweg 7", "1 March 2031"]


def reportlab(name, **options):
    canvas = Canvas(str(folder / name), pagesize=A4, invariant=1, **options)
    for index, line in enumerate(words):
        canvas.drawString(72, 760 - 20 * index, line)
    canvas.save()


reportlab("reportlab.pdf", pageCompression=1)
for strength in (40, 128):
    lock = StandardEncryption("", "owner", strength=strength)
    reportlab(f"reportlab-rc4-{strength}.pdf", pageCompression=1, encrypt=lock)
reportlab("reportlab-password.pdf", pageCompression=1, encrypt=StandardEncryption("user", "owner", strength=128))

surface = cairo.PDFSurface(str(folder / "cairo.pdf"), *A4)
context = cairo.Context(surface)
context.select_font_face("sans-serif")
context.set_font_size(14)
for index, line in enumerate(words):
    context.move_to(72, 80 + 20 * index)
    context.show_text(line)
surface.finish()


with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
    page.write("".join(f"<p>{line}</p>" for line in words))
    page.flush()
    to = f"--print-to-pdf={folder / 'chromium.pdf'}"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    subprocess.run(["chromium", *options, to, f"file://{page.name}"], check=True)


def qpdf(source, name, *options):
    subprocess.run(["qpdf", *options, str(folder / source), str(folder / name)], check=True)


qpdf("cairo.pdf", "qpdf-objects.pdf", "--object-streams=generate", "--deterministic-id")
qpdf("cairo.pdf", "qpdf-linear.pdf", "--linearize", "--deterministic-id")
qpdf("cairo.pdf", "qpdf-linear-objects.pdf", "--linearize", "--object-streams=generate", "--deterministic-id")
with tempfile.TemporaryDirectory() as made:
    attached = pathlib.Path(made) / "words.txt"
    attached.write_text(words[0])
    dates = ["--creationdate=D:20310301000000Z", "--moddate=D:20310301000000Z"]
    qpdf("cairo.pdf", "qpdf-attachment.pdf", "--deterministic-id", "--add-attachment", str(attached), *dates, "--")
for name, bits, options in [
    ("rc4-40", 40, []),
    ("rc4-128", 128, ["--use-aes=n"]),
    ("aes-128", 128, ["--use-aes=y"]),
    ("aes-256", 256, []),
    ("aes-256-r5", 256, ["--force-R5"]),
    ("aes-256-password", 256, []),
]:
    user = "user" if name.endswith("password") else ""
    packed = ["--object-streams=generate"] if bits == 256 else []
    lock = ["--allow-weak-crypto", "--encrypt", user, "owner", str(bits), *options, "--"]
    qpdf("cairo.pdf", f"qpdf-{name}.pdf", *packed, *lock)
