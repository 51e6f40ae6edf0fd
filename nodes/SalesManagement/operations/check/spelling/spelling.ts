import { ALL_FORMS, FORMS, type FormName } from './forms';
import { ALL_STYLES, STYLES, styled, type Style } from './styles';

/** One other way to write an address, and what it takes to get there. */
export interface Candidate {
	readonly path: string;
	readonly styles: readonly Style[];
	readonly form?: FormName;
}

/** Requests that a missing route may cost. */
export const MOST_TRIES = 5;
/** Where nothing is known yet, one is kept for when more is. */
const FIRST_TRIES = 4;

const keyOf = (styles: readonly Style[]) => [...styles].sort().join();

/** Words are joined in one way, and an address ends in one. */
const canGoTogether = (styles: readonly Style[]) =>
	[
		['kebab', 'camel'],
		['json', 'slash'],
	].every((either) => !either.every((style) => styles.includes(style as Style)));

/** The ways in which a deployment writes its addresses, as far as they were seen. */
export class Spelling {
	private readonly styles = new Set<Style>();
	private readonly forms = new Set<FormName>();
	private readonly vain = new Set<string>();

	learn({ styles, form }: Candidate): void {
		for (const style of styles) this.styles.add(style);
		if (form !== undefined) this.forms.add(form);
	}

	/** What it takes to get from an address of the table to one that was found. */
	learnFrom(path: string, found: string): void {
		if (path === found) return;
		const candidate = this.candidates(path, path).find((each) => each.path === found);
		if (candidate) this.learn(candidate);
	}

	/**
	 * An address as it must be by all that was seen elsewhere; itself where nothing was.
	 * @param unmoved addresses that are as the table has them: what would change one of these holds
	 * for single addresses only.
	 */
	derived(path: string, unmoved: readonly string[] = []): string {
		const holds = (change: (path: string) => string | undefined) =>
			unmoved.every((each) => (change(each) ?? each) === each);
		const built = ALL_FORMS.filter((name) => this.forms.has(name) && holds(FORMS[name])).reduce(
			(spelled, name) => FORMS[name](spelled) ?? spelled,
			path,
		);
		return styled(built, new Set([...this.styles].filter((style) => holds(STYLES[style]))));
	}

	/** What was tried in vain is tried last the next time. */
	failed({ styles, form }: Candidate): void {
		if (form === undefined) this.vain.add(keyOf(styles));
	}

	/**
	 * Other ways to write an address, the likeliest first.
	 * @param asked the one that is missing.
	 */
	candidates(path: string, asked: string): Candidate[] {
		const forms = ALL_FORMS.filter((name) => FORMS[name](path) !== undefined);
		const known = forms.filter((name) => this.forms.has(name));
		const others = forms.filter((name) => !this.forms.has(name));
		const all = [
			...known.map((form) => this.candidate(path, form)),
			this.candidate(path),
			...others.map((form) => this.candidate(path, form)),
			// What the documents show may be as it is, where all else is written otherwise.
			...this.withoutOne(path),
			...this.withMore(path),
		];
		const seen = new Set([asked]);
		const distinct = all.filter((each) => !seen.has(each.path) && seen.add(each.path));
		return distinct.slice(0, this.styles.size + this.forms.size === 0 ? FIRST_TRIES : MOST_TRIES);
	}

	private withoutOne(path: string): Candidate[] {
		if (this.styles.size < 2) return [];
		return [...this.styles].map((left) => {
			const styles = ALL_STYLES.filter((style) => style !== left && this.styles.has(style));
			return { path: styled(path, new Set(styles)), styles };
		});
	}

	/** One or two styles more than are known, those that were tried in vain last. */
	private withMore(path: string): Candidate[] {
		const news = ALL_STYLES.filter((style) => !this.styles.has(style));
		const pairs = news.flatMap((one, at) => news.slice(at + 1).map((other) => [one, other]));
		const isVain = ({ styles }: Candidate) => Number(this.vain.has(keyOf(styles)));
		return [...news.map((style) => [style]), ...pairs.filter(canGoTogether)]
			.map((styles) => this.candidate(path, undefined, styles))
			.sort((one, other) => isVain(one) - isVain(other));
	}

	private candidate(path: string, form?: FormName, more: readonly Style[] = []): Candidate {
		const built = (form && FORMS[form](path)) ?? path;
		const styles = ALL_STYLES.filter((style) => this.styles.has(style) || more.includes(style));
		return {
			path: styled(built, new Set(styles)),
			styles: styles.filter((style) => styled(built, new Set([style])) !== built),
			...(form && { form }),
		};
	}
}
