import { cpus } from 'node:os';

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

/** The value below which half of the values lie. */
export function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

/** The machine, as figures have to name it. */
export function machine(): string {
	const [cpu] = cpus();
	return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'})`;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Rows of text as a Markdown table, the first row as its head. */
export function table([head = [], ...rows]: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
