/** A refused act: a result of the law, never an error of the program. The codes are those of spec/refusals.yaml. */
export class Refusal extends Error {
  constructor(code, reason) {
    super(reason ?? code);
    this.code = code;
  }
}

/** A move or a position that this engine has no notion of. */
export class Unsupported extends Error {}

/** A request that cannot be answered at all. */
export class BadRequest extends Error {}

export function refuse(code, reason) {
  throw new Refusal(code, reason);
}

export function refuseIf(condition, code, reason) {
  if (condition) throw new Refusal(code, reason);
}
