/** What is looked up to show short custom values like whole ones. */
import {
	isOption,
	typeOfItem,
	typeOfValue,
	type CustomField,
	type CustomFields,
	type CustomValue,
} from '../../../fields';
import { KnownFields, knownFields, userNames, type NameSources } from '../../../lookups';
import { isBlank } from '../../../shared/values';
import { lackedBy, type Known } from './readable';

const isLabelled = ({ name, value }: CustomField['options'][number]) => name !== String(value);

/** The documents show labels of choices in definitions, which only v1 has, and in deals (v1 §2.3, §2.9). */
const BY_NUMBER =
	'Choices of custom fields are shown by number: their labels take a V1 API Key in the credential.';

/**
 * Looks up once a run, when the first short values come, and users only where a value names some. A
 * failure is told once: what is not known is shown as it came.
 */
export class CustomsLookup {
	private fields?: Promise<KnownFields>;
	private users?: Promise<ReadonlyMap<number, string> | undefined>;

	constructor(
		private readonly sources: NameSources,
		private readonly tell: (message: string) => void,
	) {}

	/** @param values short ones of one kind of record. */
	async about(
		customs: CustomFields | undefined,
		values: readonly CustomValue[],
	): Promise<Known | undefined> {
		if (!customs || values.length === 0) return undefined;
		const lacking = new Set(values.map(lackedBy));
		// Definitions alone tell the labels of choices that whole values lack.
		const hasDefinitions = (await this.sources.settings()) !== undefined;
		const areNeeded = lacking.has('field') || (lacking.has('label') && hasDefinitions);
		const fields = areNeeded ? await this.fieldsOf(customs) : new KnownFields([]);
		const typeOf = (each: CustomValue) => typeOfValue(each, typeOfItem(fields.of(each)?.itemType));
		const isNumber = (each: CustomValue) =>
			!isBlank(each.value) && isOption(typeOf(each)) && !fields.of(each)?.options.some(isLabelled);
		if (!hasDefinitions && values.some(isNumber)) this.tell(BY_NUMBER);
		const namesUsers = values.some((each) => !isBlank(each.value) && typeOf(each) === 'users');
		if (!namesUsers) return { fields };
		const users = await (this.users ??= userNames(this.sources).catch(
			this.without('Users in custom fields are shown by ID', undefined),
		));
		return { fields, users };
	}

	/** The custom fields of a kind of record, as far as they are known. */
	async fieldsOf(customs: CustomFields): Promise<KnownFields> {
		return await (this.fields ??= knownFields(this.sources, customs).catch(
			this.without(
				'Custom fields are shown by item key and choices by number',
				new KnownFields([]),
			),
		));
	}

	/** Tells what a failure comes to, and goes on with what is known all the same. */
	private readonly without =
		<Known>(what: string, known: Known) =>
		(error: unknown): Known => {
			const why = error instanceof Error ? error.message : String(error);
			this.tell(`${what}, since their names could not be looked up: ${why}`);
			return known;
		};
}
