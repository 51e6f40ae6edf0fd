import { ALL_FORMS, formed, FORMS, formsFor, type FormName } from './forms';
import {
	ALL_STYLES,
	canGoTogether,
	FRAMES,
	isFrame,
	STYLE_SETS,
	styled,
	STYLES,
	subsetsOf,
	type Style,
} from './styles';

/** One other way to write an address. */
export interface Candidate {
	readonly path: string;
	/** What it takes to get there, where that can be nothing but styles. */
	readonly styles?: readonly Style[];
}

/** An address of the table, and where it was found. */
export interface Place {
	readonly from: string;
	readonly to: string;
}

/** Requests that a missing route may cost. */
export const MOST_TRIES = 5;
/** Where nothing is known yet, one is kept for when more is. */
const FIRST_TRIES = 4;

const keyOf = (styles: readonly Style[]) => [...styles].sort().join();

const pairsOf = <Value>(values: readonly Value[]): Value[][] =>
	values.flatMap((one, at) => values.slice(at + 1).map((other) => [one, other]));

/** The ways in which a deployment writes its addresses, as far as they were seen. */
export class Spelling {
	private readonly styles = new Set<Style>();
	private readonly forms = new Set<FormName>();
	private readonly vain = new Set<string>();
	/** Whether an address was seen, and with it what stands around all of them. */
	private isFrameKnown = false;

	/** An address at which something was found, as the table has it or otherwise. */
	confirm(path: string, found: string): void {
		this.isFrameKnown = true;
		this.learnFrom(path, found);
	}

	/** What it takes to get from an address of the table to one that was found, and no more. */
	learnFrom(path: string, found: string): void {
		if (path === found) return;
		for (const forms of subsetsOf(formsFor(path))) {
			const built = formed(path, forms);
			const styles = STYLE_SETS.find((each) => styled(built, each) === found);
			if (!styles) continue;
			for (const style of styles) this.styles.add(style);
			for (const form of forms) this.forms.add(form);
			return;
		}
	}

	private get knownStyles(): Style[] {
		return ALL_STYLES.filter((style) => this.styles.has(style));
	}

	/** What was seen elsewhere and leaves these as they are. */
	private formsBeside(unmoved: readonly string[]): FormName[] {
		return ALL_FORMS.filter(
			(name) =>
				this.forms.has(name) && unmoved.every((each) => (FORMS[name](each) ?? each) === each),
		);
	}

	/**
	 * An address as it must be by all that was seen elsewhere; itself where nothing was.
	 * @param unmoved addresses that are as the table has them: what would change one of these holds
	 * for single addresses only.
	 */
	derived(path: string, unmoved: readonly string[] = []): string {
		const styles = this.knownStyles.filter((style) =>
			unmoved.every((each) => STYLES[style](each) === each),
		);
		return styled(formed(path, this.formsBeside(unmoved)), styles);
	}

	/**
	 * The same, in the styles that an address nearby has.
	 * @returns `undefined` where nothing that was seen elsewhere leads to that address.
	 */
	derivedNear(path: string, { from, to }: Place, unmoved: readonly string[]): string | undefined {
		const forms = this.formsBeside(unmoved);
		const near = formed(from, forms);
		const isKnown = (style: Style) => this.styles.has(style);
		const styles = STYLE_SETS.findLast((set) => set.every(isKnown) && styled(near, set) === to);
		return styles && styled(formed(path, forms), styles);
	}

	/** The same, in the words that the documents show, with what stands around all addresses. */
	framed(path: string, unmoved: readonly string[]): string {
		return styled(formed(path, this.formsBeside(unmoved)), this.knownStyles.filter(isFrame));
	}

	/** Whether an address is one that the table's leads to in the ways that are known. */
	explains(place: Place): boolean {
		return this.derivedNear(place.from, place, []) !== undefined;
	}

	/** What was tried in vain is tried last the next time. */
	failed({ styles }: Candidate): void {
		if (styles) this.vain.add(keyOf(styles));
	}

	/**
	 * Other ways to write an address, the likeliest first.
	 * @param asked the one that is missing.
	 * @param isShown whether the documents show the address, so that its words are likely to be as they are.
	 */
	candidates(path: string, asked: string, isShown = false): Candidate[] {
		const forms = formsFor(path);
		const known = forms.filter((name) => this.forms.has(name));
		const others = forms.filter((name) => !this.forms.has(name));
		const styles = this.knownStyles;
		const frames = this.isFrameKnown ? [styles.filter(isFrame)] : FRAMES;
		const all = [
			...(isShown ? frames.map((frame) => this.candidate(path, [], frame)) : []),
			this.candidate(path, known),
			...others.map((form) => this.candidate(path, [...known, form])),
			...(known.length > 0 ? others.map((form) => this.candidate(path, [form])) : []),
			...pairsOf(others).map((pair) => this.candidate(path, [...known, ...pair])),
			...this.withMore(path, known),
			// Single addresses may be as they are where all else is written otherwise.
			...styles.map((left) =>
				this.candidate(
					path,
					[],
					styles.filter((style) => style !== left),
				),
			),
		];
		const seen = new Set([asked]);
		const distinct = all.filter((each) => !seen.has(each.path) && seen.add(each.path));
		const isFirst = !isShown && this.styles.size + this.forms.size === 0;
		return distinct.slice(0, isFirst ? FIRST_TRIES : MOST_TRIES);
	}

	/**
	 * One or two styles more than are known, those that were tried in vain last, and before them those
	 * that would stand around one address alone.
	 */
	private withMore(path: string, forms: readonly FormName[]): Candidate[] {
		const styles = this.knownStyles;
		const news = ALL_STYLES.filter(
			(style) => !styles.includes(style) && canGoTogether([...styles, style]),
		);
		const rank = (more: readonly Style[], { styles: needed }: Candidate) =>
			needed !== undefined && this.vain.has(keyOf(needed))
				? 2
				: Number(this.isFrameKnown && more.some(isFrame));
		return [...news.map((style) => [style]), ...pairsOf(news).filter(canGoTogether)]
			.map((more) => ({ more, made: this.candidate(path, forms, [...styles, ...more]) }))
			.map(({ more, made }) => ({ made, rank: rank(more, made) }))
			.sort((one, other) => one.rank - other.rank)
			.map(({ made }) => made);
	}

	private candidate(
		path: string,
		forms: readonly FormName[],
		styles: readonly Style[] = this.knownStyles,
	): Candidate {
		const built = formed(path, forms);
		const needed = styles.filter((style) => STYLES[style](built) !== built);
		return { path: styled(built, styles), ...(formsFor(path).length === 0 && { styles: needed }) };
	}
}
