import { isObject, setOwn } from '../../shared';

/** A shorter secret is not struck from anything: it would be found in any text. */
const SHORTEST = 4;

/**
 * From so many characters on a secret can be nothing else, wherever it stands. A shorter one may be
 * part of somebody's data, which must not be changed.
 */
const UNMISTAKABLE = 10;

/** The forms of a secret: as it is, as JSON inside a text has it (where PHP escapes slashes as well), and in an address. */
function formsOf(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)];
}

/** The longest part of it that every form has. */
const coreOf = (secret: string) =>
	secret.split(/[^\w-]/).reduce((one, other) => (other.length > one.length ? other : one));

const strike = (text: string, forms: readonly string[]) =>
	forms.reduce((left, form) => left.replaceAll(form, '***'), text);

/** Strikes the secrets of a credential from what a service says. */
export class Secrets {
	private readonly everywhere: readonly string[];
	private readonly inData: readonly string[];
	private readonly cores: readonly string[];

	constructor(secrets: readonly string[]) {
		const from = (least: number) => secrets.filter(({ length }) => length >= least);
		// The longer ones first, since one secret may begin with another.
		const formsFrom = (least: number) =>
			from(least)
				.flatMap(formsOf)
				.sort((a, b) => b.length - a.length);
		this.everywhere = formsFrom(SHORTEST);
		this.inData = formsFrom(UNMISTAKABLE);
		this.cores = from(UNMISTAKABLE).map(coreOf);
	}

	/** The text of a failure without them: it is no data of anybody, so every secret is struck. */
	fromFailure(failure: unknown): unknown {
		return struck(failure, this.everywhere);
	}

	/**
	 * Data without them, in its texts and in the names of its properties.
	 * @param text the JSON of the data: it is faster to look there first.
	 */
	fromData(data: unknown, text: string): unknown {
		return this.cores.some((core) => text.includes(core)) ? struck(data, this.inData) : data;
	}
}

function struck(value: unknown, forms: readonly string[]): unknown {
	if (typeof value === 'string') return strike(value, forms);
	if (Array.isArray(value)) return value.map((each) => struck(each, forms));
	if (!isObject(value)) return value;
	const clean = {};
	for (const [name, each] of Object.entries(value)) {
		setOwn(clean, strike(name, forms), struck(each, forms));
	}
	return clean;
}
