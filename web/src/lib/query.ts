import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

/** Server state of the signed-in part. Reads are tried again when nobody answered; refusals are final, and writes are never repeated by themselves. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 2 && !(error instanceof ApiProblem && error.status < 500),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}
