import { useQuery } from '@tanstack/react-query';
import { getAdditionalData } from '@tradepost/proto/api/site-content/paths.ts';
import { request } from './http.ts';

/** The one record of company data. */
export const companyId = 'default';
/** Where it is kept in the query cache. */
export const companyKey = ['additional-data'] as const;

/** Address, e-mail, phone and payment code of the company, read while `wanted`. */
export const useCompany = (wanted = true) =>
  useQuery({ queryKey: companyKey, queryFn: async () => (await request(getAdditionalData, { params: { id: companyId } })).data, enabled: wanted });
