import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getSiteContent, listContentEdits, type SiteContent, saveSiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { request, requestPage } from '../../lib/http.ts';
import { sendOnce } from '../../lib/send-once.ts';

const locale = 'en';

/** Where the texts are kept in the query cache. */
export const contentKey = ['site-content', locale] as const;

/** The texts of the public pages as they stand. */
export const useContent = () => useQuery({ queryKey: contentKey, queryFn: () => request(getSiteContent, { params: { locale } }) });

/** Who changed which text, newest first. */
export const useEdits = () =>
  useInfiniteQuery({
    queryKey: ['site-content', locale, 'history'],
    queryFn: ({ pageParam }) => requestPage(listContentEdits, { params: { locale }, query: { after: pageParam, limit: 20 } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
  });

/** Replaces the texts when they still stand as version `content.version`. */
export const sendContent = (content: SiteContent): Promise<SiteContent> =>
  sendOnce('site-content', JSON.stringify(content), (idempotencyKey) =>
    request(saveSiteContent, { params: { locale }, body: content, idempotencyKey, ifMatch: `"${content.version}"` }),
  );
