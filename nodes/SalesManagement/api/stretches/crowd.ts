import { LIMITS } from '../limits';
import { OddList } from './odd';
import type { PageReader, PageShown } from './pageReader';
import { isCrowd, type Window } from './shown';

/** Passes through a crowd that changes while a cursor leads through it. */
const MOST_PASSES = 3;

/**
 * Follows the cursor while its pages cover hardly any time. A cursor that only counts would skip
 * records when one leaves the crowd: then all is read once more.
 * @param isFar whether there is no need to go on behind a record of this time.
 * @returns the time of the last record, and how many were passed; no time where nothing follows.
 */
export async function readCrowd(
	reader: Pick<PageReader, 'page' | 'repeatedCursor'>,
	opening: PageShown,
	window: Window,
	isFar: (time: number) => boolean = () => false,
) {
	for (let pass = 1; ; pass++) {
		let page = pass === 1 ? opening : await reader.page(window);
		let { count, news } = page;
		let isFewer = false;
		let barren = 0;
		const used = new Set<string>();
		while (page.next !== undefined && page.span && isCrowd(page.span) && !isFar(page.span.last)) {
			if (used.has(page.next)) throw reader.repeatedCursor(window);
			used.add(page.next);
			const { total } = page;
			page = await reader.page(window, page.next);
			// A cursor that brings nothing new is for the reader of plain lists to judge.
			barren = page.news > 0 || pass > 1 ? 0 : barren + 1;
			if (barren > LIMITS.pagesWithoutNews) throw new OddList();
			count += page.count;
			news += page.news;
			isFewer ||= (page.total ?? 0) < (total ?? 0);
		}
		// At the newest end whoever leaves comes back, so the total tells nothing there.
		const isWhole = window.to !== undefined ? !isFewer : pass > 1 && news === 0;
		const last = page.next === undefined ? undefined : page.span?.last;
		if (isWhole || pass >= MOST_PASSES) return { last, count };
	}
}
