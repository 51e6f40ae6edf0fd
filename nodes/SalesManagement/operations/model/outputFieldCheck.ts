import { quoted } from '../../shared';

/** Collects the named fields that no record of the run has, since they may be misspelt. */
export class OutputFieldCheck {
	private readonly found = new Map<string, boolean>();

	note(name: string, isFound: boolean): void {
		if (isFound || !this.found.has(name)) this.found.set(name, isFound);
	}

	/**
	 * A sentence about the fields that no record has; `undefined` if there are none.
	 * @param none the beginning of the sentence.
	 * @param check the advice at its end.
	 */
	sentence(none: string, check: string): string | undefined {
		const missing = [...this.found].flatMap(([name, isFound]) => (isFound ? [] : quoted(name)));
		if (missing.length === 0) return undefined;
		const fields = missing.length > 1 ? 'fields' : 'field';
		return `${none} ${fields} ${missing.join(', ')}: ${check} A service may leave out what is empty.`;
	}

	get message(): string | undefined {
		return this.sentence('No record has the output', 'check the spelling under Output Fields.');
	}
}
