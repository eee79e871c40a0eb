import { closes } from './closes.ts';

export type IndexSymbol = 'NIFTY' | 'BANKNIFTY' | 'SENSEX';

/** Something that has a price. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  /** How the live source spells it. */
  readonly yahoo: string;
  /** How the third-party charts spell it. */
  readonly tradingView: string;
}

/** The 44 of the specification's analytics page. */
export const watched: readonly string[] = (
  'ADANIENT ADANIPORTS APOLLOHOSP ASIANPAINT AXISBANK BAJAJ-AUTO BAJFINANCE BAJAJFINSV BEL BHARTIARTL CIPLA COALINDIA DRREDDY EICHERMOT GRASIM HCLTECH ' +
  'HDFCBANK HDFCLIFE HINDALCO HINDUNILVR ICICIBANK INFY ITC JSWSTEEL KOTAKBANK LT M&M MARUTI NESTLEIND NTPC ONGC POWERGRID RELIANCE SBILIFE SBIN SUNPHARMA ' +
  'TATACONSUM TATASTEEL TCS TECHM TITAN TRENT ULTRACEMCO WIPRO'
).split(' ');

const nifty50 = [
  ...watched,
  // In the index (list of August 2025) and not among the 44. Tata Motors has traded as TMPV since its demerger in October 2025.
  ...['ETERNAL', 'HEROMOTOCO', 'INDUSINDBK', 'JIOFIN', 'SHRIRAMFIN', 'TMPV'],
].sort();

/** Who is in which index. */
export const members: Readonly<Record<IndexSymbol, readonly string[]>> = {
  NIFTY: nifty50,
  BANKNIFTY: 'AUBANK AXISBANK BANKBARODA CANBK FEDERALBNK HDFCBANK ICICIBANK IDFCFIRSTB INDUSINDBK KOTAKBANK PNB SBIN'.split(' '),
  SENSEX: (
    'ADANIPORTS ASIANPAINT AXISBANK BAJAJFINSV BAJFINANCE BEL BHARTIARTL ETERNAL HCLTECH HDFCBANK HINDUNILVR ICICIBANK INFY ITC KOTAKBANK LT M&M MARUTI NTPC ' +
    'POWERGRID RELIANCE SBIN SUNPHARMA TATASTEEL TCS TECHM TITAN TMPV TRENT ULTRACEMCO'
  ).split(' '),
};

const indexNames: Readonly<Record<IndexSymbol, string>> = { NIFTY: '^NSEI', BANKNIFTY: '^NSEBANK', SENSEX: '^BSESN' };
export const indexSymbols = Object.keys(indexNames) as readonly IndexSymbol[];
export const isIndex = (symbol: string): symbol is IndexSymbol => Object.hasOwn(indexNames, symbol);

/** Everything that has a price of its own, by symbol: what is not here is never asked of any source. */
export const instruments: ReadonlyMap<string, Instrument> = new Map(
  closes.map(([symbol, name]) => [
    symbol,
    { symbol, name, yahoo: isIndex(symbol) ? indexNames[symbol] : `${symbol}.NS`, tradingView: isIndex(symbol) ? symbol : `NSE:${symbol.replace(/[&-]/g, '_')}` },
  ]),
);

// HDFC merged into HDFC Bank in July 2023; the specification's sample list still names it.
const aliases: ReadonlyMap<string, { readonly pricedAs: string; readonly name: string }> = new Map([['HDFC', { pricedAs: 'HDFCBANK', name: 'HDFC (merged into HDFC Bank)' }]]);

/** The instrument whose price a symbol shows, and the name it goes by; undefined when there is no such symbol. */
export function lookUp(symbol: string): { readonly pricedAs: string; readonly name: string } | undefined {
  const instrument = instruments.get(symbol);
  return instrument ? { pricedAs: symbol, name: instrument.name } : aliases.get(symbol);
}
