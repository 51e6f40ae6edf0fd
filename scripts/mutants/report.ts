/** What a run says: a line for each folder, and each mutant that nobody noticed. */
import { SOURCES, changeOf } from './mutations';
import type { Trial } from './trial';

/** The share of mutants that has to be noticed, in per cent. */
export const WANTED = 92;

export interface FolderResult {
	readonly folder: string;
	readonly trials: readonly Trial[];
	/** Whether too few noticed mutants fail the run. */
	readonly binding: boolean;
}

export const percentage = (trials: readonly Trial[]): number => {
	const noticed = trials.filter(({ noticedBy }) => noticedBy !== undefined).length;
	return trials.length === 0 ? 100 : (100 * noticed) / trials.length;
};

export const isEnough = ({ trials, binding }: FolderResult): boolean =>
	!binding || percentage(trials) >= WANTED;

export function reportOf(results: readonly FolderResult[]): string {
	const lines = results.flatMap((result) => [summaryOf(result), ...survivorsOf(result)]);
	return lines.join('\n');
}

function summaryOf(result: FolderResult): string {
	const { folder, trials, binding } = result;
	const survived = trials.filter(({ noticedBy }) => noticedBy === undefined).length;
	const counts = `${trials.length} mutants, ${trials.length - survived} noticed, ${survived} survived`;
	const verdict = isEnough(result) ? '' : `, below ${WANTED} %`;
	const note = binding ? verdict : ', for information';
	return `${folder}/: ${counts}, ${percentage(trials).toFixed(1)} %${note}`;
}

const survivorsOf = ({ trials }: FolderResult): string[] =>
	trials
		.filter(({ noticedBy }) => noticedBy === undefined)
		.map(({ mutation }) => mutation)
		.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
		.flatMap((mutation) => [
			`  ${mutation.file.slice(SOURCES.length + 1)}:${mutation.line}  ${changeOf(mutation)}`,
			`      ${mutation.code}`,
		]);
