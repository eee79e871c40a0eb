/** Kafka allows 249 characters of these for a topic; a dead-letter topic is made of two names. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;

/** Throws RangeError for what no bus takes as the name of a topic or group. */
export function checkName(name: string): void {
  if (!namePattern.test(name)) throw new RangeError(`"${name}" is no name for a topic or group.`);
}
