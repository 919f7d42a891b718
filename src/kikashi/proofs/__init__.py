"""Certificates: proofs that anyone can check, and the checker, which knows only the laws."""

from kikashi.proofs.checker import Checked, check, check_stated
from kikashi.proofs.claims import WINS, Claim, Win
from kikashi.proofs.judge import Judge
from kikashi.proofs.proof import Proof
from kikashi.proofs.refusal import Budget, Caps, LimitError, RefusedError
from kikashi.proofs.writer import CertificateWriter, write

__all__ = [
    "WINS",
    "Budget",
    "Caps",
    "CertificateWriter",
    "Checked",
    "Claim",
    "Judge",
    "LimitError",
    "Proof",
    "RefusedError",
    "Win",
    "check",
    "check_stated",
    "write",
]
