const segment = '[A-Za-z0-9_-]{1,128}';
const keyPattern = new RegExp(`^${segment}(/${segment}){0,7}$`);
const prefixPattern = new RegExp(`^(${segment}/){0,7}[A-Za-z0-9_-]{0,128}$`);

/** Throws a RangeError unless `key` is one to eight segments of `a-z A-Z 0-9 - _`, 128 characters each. Keys are made by the product, so a bad one is a fault and no answer. */
export function checkObjectKey(key: string): void {
  if (!keyPattern.test(key)) throw new RangeError(`${JSON.stringify(key)} is not an object key.`);
}

/** The same for the beginning of a key, which may be empty or end with `/`. */
export function checkObjectPrefix(prefix: string): void {
  if (!prefixPattern.test(prefix)) throw new RangeError(`${JSON.stringify(prefix)} is not the beginning of an object key.`);
}
