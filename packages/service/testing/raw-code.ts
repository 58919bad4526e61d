/** Matches codes and names of the API, and JSON values, which no text for people may contain. */
export const rawCode =
  /\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*|\b(inputs|checks)\.|\b(true|false|null|undefined|PASS|FAIL|REVIEW|APPROVED|DECLINED|PENDING|EXPIRED|ERROR)\b/;
