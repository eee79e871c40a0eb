import { effects } from './books.js';
import { nameOf, routes } from './routes.js';

/** `₹12,34,567.80`; the engine of k6 knows no locales. */
function rupees(paise) {
  const [whole, fraction] = (Math.abs(paise) / 100).toFixed(2).split('.');
  return `${paise < 0 ? '-' : ''}₹${whole.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')}.${fraction}`;
}
const milliseconds = (value) => value.toFixed(1);

/** A table that reads well as Markdown and as text. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n');
}

function latencies(metrics) {
  const rows = Object.values(routes).flatMap((route) => {
    const metric = metrics[`http_req_duration{name:${nameOf(route)}}`];
    if (metric === undefined || !(metric.values.count > 0)) return [];
    const [bound] = Object.keys(metric.thresholds);
    const { count, med, max, 'p(95)': p95, 'p(99)': p99 } = metric.values;
    return [[nameOf(route), String(count), ...[med, p95, p99, max].map(milliseconds), `${bound.replace('p(95)<', '')}${metric.thresholds[bound].ok ? '' : ' !'}`]];
  });
  return table([['latency in ms', 'calls', 'median', 'p95', 'p99', 'longest', 'p95 below'], ...rows]);
}

/** What the answers said, kind by kind, beside what the accounts hold at the end. */
function books(count) {
  const sums = Object.entries(effects).map(([kind, effect]) => [kind, count(`${kind}_paise`), effect]);
  const expected = (side) => sums.reduce((sum, [, paise, effect]) => sum + effect[side] * paise, 0);
  return table([
    ['books', 'booked', 'held'],
    ...sums.map(([kind, paise, { total, held }]) => [kind, ...[total, held].map((sign) => (sign === 0 ? '' : rupees(sign * paise)))]),
    ['by the answers', rupees(expected('total')), rupees(expected('held'))],
    ['by the accounts at the end', rupees(count('read_total_paise')), rupees(count('read_held_paise'))],
  ]);
}

/** Thresholds that did not hold, with what was measured, in the order of its names: k6 gives them in any. */
function crossedOf(metrics) {
  return Object.entries(metrics).flatMap(([name, { thresholds = {}, values }]) =>
    Object.entries(thresholds)
      .filter(([, { ok }]) => !ok)
      .map(
        ([bound]) =>
          `- ${name}: ${bound} does not hold (${Object.entries(values)
            .sort(([one], [other]) => one.localeCompare(other))
            .map(([stat, value]) => `${stat} ${Math.round(value * 1000) / 1000}`)
            .join(', ')})`,
      ),
  );
}

const failedChecksOf = ({ checks }) => checks.filter(({ fails }) => fails > 0).map(({ name, passes, fails }) => `- not always: ${name} (${fails} of ${passes + fails} times)`);

/** For handleSummary of the script `name`: the page on the screen and, when OUT names a folder, as a file there. */
export function summaryOf(name, { metrics, state, root_group }) {
  const count = (metric) => metrics[metric]?.values.count ?? 0;
  const crossed = [...crossedOf(metrics), ...failedChecksOf(root_group)];
  const [visits, calls, seconds] = [count('iterations'), count('http_reqs'), state.testRunDurationMs / 1000];
  const page = [
    `# Load: ${name}`,
    `${visits} visits and ${calls} calls in ${seconds.toFixed(1)} s, ${(calls / seconds).toFixed(0)} calls a second, preparation included. ` +
      `${count('dropped_iterations')} visits could not begin, ${count('put_off')} calls were put off (429, 503), ` +
      `${((metrics.http_req_failed?.values.rate ?? 0) * 100).toFixed(2)} % failed. ` +
      `${((metrics.checks?.values.rate ?? 0) * 100).toFixed(3)} % of the checks hold.`,
    latencies(metrics),
    books(count),
    `${count('bookings')} bookings acknowledged, ${count('bookings_refused')} refused by the rules, ${count('bookings_uncertain')} uncertain.`,
    crossed.length === 0 ? 'Every threshold and every check holds.' : `What does not hold:\n${crossed.join('\n')}`,
    '',
  ].join('\n\n');
  return { stdout: `\n${page}`, ...(__ENV.OUT === undefined ? {} : { [`${__ENV.OUT}/${name}.md`]: page }) };
}
