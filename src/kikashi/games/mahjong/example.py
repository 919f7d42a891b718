"""A table where two players are asked about a discard: for documents and tests."""

EXAMPLE = (
    "1p 7s 7s 4z 7m 9m 6m 9m 9s 5m 2s 8m 3p 8p 4z 5s 1m 2p 6m 5z 3z 3z 3z 9s 2f 2z 1p 5z 9p 9s "
    "2s 7p 5p 7p 3p 4m 3z 2z 7f 6s 2s 8s 4m 6s 7p 6m 7m 1s 1p 8p 4s 5p 4m 9p 9m 8m 7m 5p 2m 7s "
    "4f 6p 9s 7z 2m 5m 4z 5z 1p 5s kong:3z 5m 2z 7p 2z 6z 4z 6z 4s chow:4s 9p 2z 2z 8m 5z 5z 1m "
    "5p 9s"
)
