/**
 * Every way in which a call can be refused: its code, its HTTP status and the sentence a person reads.
 * The one list for the server, the documentation and the screens; sentences of the specification and the HTTP contract are kept to the letter.
 */
export const codes = {
  'unreadable-body': { status: 400, sentence: 'The request could not be read.' },
  'unknown-field': { status: 400, sentence: 'The request has a field that is not known here.' },
  'wrong-type': { status: 400, sentence: 'A field of the request has the wrong type.' },
  'duplicate-field': { status: 400, sentence: 'A field was sent twice.' },
  'invalid-key': { status: 400, sentence: 'An Idempotency-Key has 1 to 128 visible ASCII characters.' },
  unauthenticated: { status: 401, sentence: 'Please sign in.' },
  'invalid-credentials': { status: 401, sentence: 'Invalid User Id or password' },
  'session-ended': { status: 401, sentence: 'You were signed out. Please sign in again.' },
  forbidden: { status: 403, sentence: 'You are not allowed to do this.' },
  'foreign-origin': { status: 403, sentence: 'This call is only taken from the site itself.' },
  'not-approved': { status: 403, sentence: 'Your account is not approved yet' },
  'account-disabled': { status: 403, sentence: 'Your account is disabled. Please contact support.' },
  'another-administrator': { status: 403, sentence: 'Another administrator must decide.' },
  'password-change-required': { status: 403, sentence: 'Please change your temporary password first.' },
  'demo-account': { status: 403, sentence: 'This belongs to the demonstration and cannot be changed.' },
  'not-found': { status: 404, sentence: 'There is nothing here.' },
  'insufficient-funds': { status: 409, sentence: 'Insufficient funds' },
  'balance-limit': { status: 409, sentence: 'A balance above ₹1,000 crore is not possible.' },
  'already-decided': { status: 409, sentence: 'This withdrawal is already decided.' },
  'account-closed': { status: 409, sentence: 'This account is closed.' },
  'account-not-empty': { status: 409, sentence: 'Failed to delete user' },
  'version-conflict': { status: 409, sentence: 'Somebody changed this in the meantime.' },
  'email-taken': { status: 409, sentence: 'This e-mail is already registered.' },
  'phone-taken': { status: 409, sentence: 'This phone number is already registered.' },
  'pan-taken': { status: 409, sentence: 'This PAN is already registered.' },
  'bank-details-saved': { status: 409, sentence: 'Bank details are already saved.' },
  'too-large': { status: 413, sentence: 'This is larger than what is taken here.' },
  'file-too-large': { status: 413, sentence: 'The limit is 5 MB a file.' },
  'unsupported-media-type': { status: 415, sentence: 'This kind of content is not taken here.' },
  'invalid-fields': { status: 422, sentence: 'Please check the marked fields.' },
  'invalid-amount': { status: 422, sentence: 'Please enter a valid positive amount' },
  'key-reused': { status: 422, sentence: 'This Idempotency-Key was used for another request.' },
  'wrong-password': { status: 422, sentence: 'The current password is not right.' },
  'link-expired': { status: 422, sentence: 'This link has been used or is too old.' },
  'too-many-requests': { status: 429, sentence: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, sentence: 'Something went wrong on our side.' },
  unavailable: { status: 503, sentence: 'This part of the platform is not available right now. Please try again.' },
  'storage-unavailable': { status: 503, sentence: 'Nothing can be saved right now. Please try again.' },
  busy: { status: 503, sentence: 'Too much is going on at once. Please try again.' },
  'unknown-outcome': { status: 503, sentence: 'It is not known yet whether this arrived. Try again with the same key: nothing is ever booked twice.' },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type Code = keyof typeof codes;

/** One field that breaks a rule. `field` is the name in the request, with dots for nested ones. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** RFC 9457 problem details, with `message` (repeats `detail`), the code and the request's id. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: Code;
  readonly message: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
}
