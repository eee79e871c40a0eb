/** What a visitor typed into the message form. */
export interface ContactAnswers {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly subject: string;
  readonly message: string;
}
export type ContactField = keyof ContactAnswers;
export const contactFields: readonly ContactField[] = ['name', 'email', 'phone', 'subject', 'message'];

export const longestMessage = 2_000;

/** What is wrong with each field; phone may be left out. The server judges again. */
export function contactProblems({ name, email, phone, subject, message }: ContactAnswers): Partial<Record<ContactField, string>> {
  const problems: Partial<Record<ContactField, string>> = {};
  if (!name.trim()) problems.name = 'Name is required';
  if (!email.trim()) problems.email = 'E-mail is required';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) problems.email = 'Please enter a valid e-mail address';
  if (phone.trim() && !/^\+?[0-9 ()/-]{6,24}$/.test(phone.trim())) problems.phone = 'Please enter a valid phone number';
  if (!subject) problems.subject = 'Subject is required';
  if (!message.trim()) problems.message = 'Message is required';
  else if (message.length > longestMessage) problems.message = `The message has ${message.length.toLocaleString('en-IN')} characters. At most 2,000 fit.`;
  return problems;
}

/** The number as it is sent: one without a country gets India's. */
export const contactPhone = (phone: string): string => (phone.trim().startsWith('+') ? phone.trim() : `+91 ${phone.trim()}`);

/** The counter under the message, from four fifths of the limit on; empty before. */
export const messageCount = (length: number): string => (length < longestMessage * 0.8 ? '' : `${length.toLocaleString('en-IN')} of 2,000 characters`);

/** "Too many messages…", with the minutes to wait. */
export function tooManyMessages(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `Too many messages. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
