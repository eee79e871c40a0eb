import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ContactMessage, type ContactMessageStatus, listContactMessages, markContactMessage } from '@tradepost/proto/api/site-content/paths.ts';
import { request, requestPage } from '../../lib/http.ts';
import { refetchInterval } from '../../lib/live.ts';
import { sendOnce } from '../../lib/send-once.ts';

/** Which messages the inbox shows. */
export const messageFilters = ['new', 'answered', 'all'] as const;
export type MessageFilter = (typeof messageFilters)[number];

/** Visitors' messages, newest first, page by page. */
export const useMessages = (filter: MessageFilter) =>
  useInfiniteQuery({
    queryKey: ['contact-messages', filter],
    queryFn: ({ pageParam }) => requestPage(listContactMessages, { query: { status: filter === 'all' ? undefined : filter, after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
    refetchInterval,
  });

/** Marks a message as answered, or as new again. */
export function useMark() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ message, status }: { message: ContactMessage; status: ContactMessageStatus }) =>
      sendOnce(`message:${message._id}`, `${status} ${message.answeredAt}`, (idempotencyKey) =>
        request(markContactMessage, { params: { id: message._id }, body: { status }, idempotencyKey }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contact-messages'] }),
  });
}

/** Mail programs cut long addresses; about this much arrives everywhere. */
const quotedAtMost = 1_200;

/** Opens the mail program with the message quoted. The address was checked as one when the message came, and is encoded whole. */
export function answerAddress({ email, subject, message }: ContactMessage): string {
  const text = message.length > quotedAtMost ? `${message.slice(0, quotedAtMost)}...` : message;
  const quoted = text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(`\r\n\r\n${quoted}\r\n`)}`;
}
