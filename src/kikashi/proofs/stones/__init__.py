"""The checker's parts of the winning-set family: like all of `kikashi.proofs`, on laws alone."""
