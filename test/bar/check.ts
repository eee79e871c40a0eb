/** How a check is asked to run. */
export interface Asked {
  readonly seed: number;
  /** 1 is the full size; 0.1 a tenth of the rounds. */
  readonly share: number;
  /** Told now and then how far it is. */
  say(text: string): void;
}

/** What a check has seen. `figure` is for the table: numbers with their units. */
export interface Seen {
  readonly passed: boolean;
  readonly figure: string;
}

/** A check that cannot run on this machine. */
export interface NotRun {
  readonly skipped: string;
}

export interface Check {
  readonly id: string;
  /** What is done, in full size, and what must hold. */
  readonly what: string;
  run(asked: Asked): Promise<Seen | NotRun>;
}

/** A part of the full size, at least one. */
export const part = (full: number, { share }: Pick<Asked, 'share'>): number => Math.max(1, Math.round(full * share));

/** How many answers came with each status. */
export function statusesOf(answers: readonly { readonly status: number }[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The value below which `share` of the values lie; 0 for none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
