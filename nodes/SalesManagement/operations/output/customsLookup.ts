/** What is looked up to show short custom values like whole ones. */
import { typeOfItem, typeOfValue, type CustomFields, type CustomValue } from '../../fields';
import { KnownFields, knownFields, userNames, type NameSources } from '../../lists';
import { isBlank } from '../../values';
import { lackedBy, type Known } from './readable';

/** Where fields and users are looked up; each throws what the service fails with. */
interface CustomsSources {
	/** Whether there are definitions, which alone tell the labels of choices that whole values lack. */
	hasDefinitions(): Promise<boolean>;
	fields(customs: CustomFields): Promise<KnownFields>;
	users(): Promise<ReadonlyMap<number, string>>;
}

export const customsSources = (sources: NameSources): CustomsSources => ({
	hasDefinitions: async () => (await sources.settings()) !== undefined,
	fields: async (customs) => await knownFields(sources, customs),
	users: async () => await userNames(sources.own),
});

/**
 * Looks up once a run, when the first short values come, and users only where a value names some. A
 * failure is told once: what is not known is shown as it came.
 */
export class CustomsLookup {
	private fields?: Promise<KnownFields>;
	private users?: Promise<ReadonlyMap<number, string> | undefined>;

	constructor(
		private readonly sources: CustomsSources,
		private readonly tell: (message: string) => void,
	) {}

	/** @param values short ones of one kind of record. */
	async about(
		customs: CustomFields | undefined,
		values: readonly CustomValue[],
	): Promise<Known | undefined> {
		if (!customs || values.length === 0) return undefined;
		const lacks = (what: ReturnType<typeof lackedBy>) =>
			values.some((each) => lackedBy(each) === what);
		const areNeeded = lacks('field') || (lacks('label') && (await this.sources.hasDefinitions()));
		const fields = areNeeded ? await this.fieldsOf(customs) : new KnownFields([]);
		const typeOf = (each: CustomValue) => typeOfValue(each, typeOfItem(fields.of(each)?.itemType));
		const namesUsers = values.some((each) => !isBlank(each.value) && typeOf(each) === 'users');
		if (!namesUsers) return { fields };
		const users = await (this.users ??= this.sources.users().catch((error: unknown) => {
			this.tellOf('Users in custom fields are shown by ID', error);
			return undefined;
		}));
		return { fields, ...(users && { users }) };
	}

	/** The custom fields of a kind of record, as far as they are known. */
	async fieldsOf(customs: CustomFields): Promise<KnownFields> {
		return await (this.fields ??= this.sources.fields(customs).catch((error: unknown) => {
			this.tellOf('Custom fields are shown by item key and choices by number', error);
			return new KnownFields([]);
		}));
	}

	private tellOf(what: string, error: unknown): void {
		const why = error instanceof Error ? error.message : String(error);
		this.tell(`${what}, since their names could not be looked up: ${why}`);
	}
}
