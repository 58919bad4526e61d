/** Codes and names of the API, and values of JSON: what no sentence for people may hold. */
export const rawCode =
  /\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*|\b(inputs|checks)\.|\b(true|false|null|undefined|PASS|FAIL|REVIEW|APPROVED|DECLINED|PENDING|EXPIRED|ERROR)\b/;
