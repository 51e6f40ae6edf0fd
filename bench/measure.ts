/**
 * Runs an asynchronous work. Answers what it answered, how long it took, and how much processor time
 * this process spent meanwhile, which other work on the machine does not change; both in ms.
 */
export async function timed<T>(work: () => Promise<T>) {
	const start = performance.now();
	const before = process.cpuUsage();
	const result = await work();
	const { user, system } = process.cpuUsage(before);
	return { ms: performance.now() - start, cpuMs: (user + system) / 1000, result };
}

/** The value below which `share` of the values lie; `share` 0.5 is the median. */
export function quantile(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Rows of text as a Markdown table, the first row as its head. */
export function table([head = [], ...rows]: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
