import { Type, type Static } from '@sinclair/typebox';
import { notFound } from '../contract/refusal';
import { checker } from '../contract/validation';
import { directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import { sql } from '../domain/store/sql';
import { words, type Link, type Words } from './fields';
import { kindsOf, type Kind } from './kinds';

/** Larger than any id or page, and small enough to reckon with. */
const maximum = 1_000_000_000_000;
const id = Type.Optional(Type.Integer({ minimum: 1, maximum }));
const text = Type.String({ default: '' });
/** One record of a kind; without `id` a page of those found, or of those that belong to another. */
const placeSchema = Type.Object({
	...{ domain: Type.Integer({ maximum }), kind: text, id },
	...{ search: text, of: text, ofId: id, page: Type.Integer({ minimum: 1, maximum, default: 1 }) },
});
type Place = Static<typeof placeSchema>;
const check = checker(placeSchema, 'text');

const pageSize = 10;
const fewRecords = 5;

/** What the page shows at a place: a heading, a table and a foot, beside all kinds of record. */
interface View {
	title: Words;
	headings: string[];
	rows: Words[][];
	foot: Words;
}

export function browse(service: Service, query: unknown): { kinds: Link[]; view: View } {
	check(query);
	const place = query as Place;
	if (!service.domains().includes(place.domain)) throw notFound('domain', place.domain);
	const kinds = kindsOf(directScope(service, place.domain));
	return {
		kinds: kinds.map(({ key, title, count }) => ({ kind: key, text: `${title} ${count([])}` })),
		view: place.id === undefined ? listAt(kinds, place) : recordAt(kinds, place.kind, place.id),
	};
}

function called(kinds: Kind[], key: string): Kind {
	const kind = kinds.find((one) => one.key === key);
	if (!kind) throw notFound('kind of record', key);
	return kind;
}

function found(kinds: Kind[], key: string, recordId: number) {
	const [record] = called(kinds, key).list([sql`t.id = ${recordId}`], 1, 0);
	if (!record) throw notFound(key, recordId);
	return record;
}

/** Custom objects of all definitions relate in the same way. */
const belongingTo = (key: string, { of }: Kind) => of[key.split('.', 1)[0] ?? ''];

function listAt(kinds: Kind[], { domain: _, page, ...asked }: Place): View {
	const { kind: key, search, of, ofId } = asked;
	const kind = called(kinds, key);
	const owner = ofId === undefined ? undefined : found(kinds, of, ofId).link;
	const where = [
		...(search === '' ? [] : [kind.matches(search)]),
		...(owner ? [belongingTo(of, kind)?.(owner.id ?? 0) ?? sql`0`] : []),
	];
	const skipped = (page - 1) * pageSize;
	const records = kind.list(where, pageSize, skipped);
	const end = skipped + records.length;
	const total = kind.count(where);
	return {
		title: owner ? [`${kind.title} of `, owner] : [kind.title],
		headings: ['Name', ...kind.columns.map(words)],
		rows: records.map(({ link, fields }) => [
			[link],
			...kind.columns.map((column) => fields.find(({ name }) => name === column)?.values ?? []),
		]),
		foot: [
			...(page > 1 ? [{ ...asked, text: '← Previous', page: page - 1 }] : []),
			total === 0 ? 'Nothing found' : `${skipped + 1}–${end} of ${total}`,
			...(end < total ? [{ ...asked, text: 'Next →', page: page + 1 }] : []),
		],
	};
}

/** A record's properties, after the records that belong to it. */
function recordAt(kinds: Kind[], of: string, ofId: number): View {
	const { link, fields } = found(kinds, of, ofId);
	const related = kinds.map((kind): Words[] => {
		const where = belongingTo(of, kind)?.(ofId);
		const links = where ? kind.list([where], fewRecords, 0).map((one) => one.link) : [];
		const total = where ? kind.count([where]) : 0;
		const all = total > fewRecords ? [{ kind: kind.key, text: `all ${total}`, of, ofId }] : [];
		return [[kind.title], [...links, ...all]];
	});
	const own = fields.map(({ label, values }): Words[] => [[label], values]);
	const { title } = called(kinds, of);
	return {
		title: [`${link.text} (ID ${ofId})`],
		headings: ['Property', 'Value'],
		rows: [...related, ...own].filter(([, values]) => values?.length),
		foot: [{ kind: of, text: `← All ${title.toLowerCase()}` }],
	};
}
