// The classes of forced wins, for every catalogue that speaks of them.

export const METHODS = {
  "by.vcf": ["fours", "連續衝四"],
  "by.vct": ["fours and threes", "連續衝四活三"],
  "by.vcdt": ["double threats", "連續雙迫著"],
  "by.vcst": ["single and double threats", "連續迫著"],
  "by.checks": ["checks", "連將殺"],
  "by.quiet": ["checks and at most one quiet move", "至多一個停著的停著殺"],
} as const;
