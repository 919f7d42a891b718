"""Certificates: proofs that anyone can check, and the checker, which knows only the laws."""

from kikashi.proofs.checker import Checked, check, check_lines
from kikashi.proofs.claims import WINS, Claim, StoneClaim
from kikashi.proofs.judge import Judge
from kikashi.proofs.refusal import Budget, Caps, RefusedError
from kikashi.proofs.writer import CertificateWriter, write

__all__ = [
    "WINS",
    "Budget",
    "Caps",
    "CertificateWriter",
    "Checked",
    "Claim",
    "Judge",
    "RefusedError",
    "StoneClaim",
    "check",
    "check_lines",
    "write",
]
