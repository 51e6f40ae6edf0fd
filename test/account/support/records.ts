/** What an account holds: of each kind a few, since every check reads them all. */
import type { IDataObject } from 'n8n-workflow';
import tables from './records.json';
import type { NodeFixture } from '../../support/nodeFixture';

/** So many that a page of the check leads to another one, and one time lies between others. */
const OF_EACH = 4;

/** A value of every type. */
const customsOf = (owner: string): IDataObject => ({
	[`${owner}Customs`]: Object.entries(tables.customs).map(([type, value]) => ({
		itemKey: `${owner}_${type}`,
		value,
	})),
});

const action = (number: number): IDataObject => ({
	startDatetime: '2026-01-07T08:00:00Z',
	preNote: 'Bring the offer',
	active: number !== 3,
	...customsOf('action'),
});

/** How the first deal ended, which is won, and the third, which is lost. */
const ENDED: Readonly<Record<number, IDataObject>> = {
	1: { phase: { id: 3 }, reason: 'Best offer' },
	3: { phase: { id: 4 }, reason: 'No budget' },
};

/** Besides their times; the number of a record is its ID, too. */
const RECORDS: Readonly<Record<string, (number: number) => IDataObject>> = {
	customer: (number) => ({
		name: `Works ${number}`,
		address: 'Main Street 1',
		employee: 5000,
		// Every other one is the first user's own.
		ownerRoleId: number % 2 === 1 ? 1 : 2,
		...customsOf('customer'),
	}),
	contact: (number) => ({
		name: `Ann ${number}`,
		email: 'ann@people.example',
		tel: '03-1234-5678',
		customer: { id: number },
		...customsOf('contact'),
	}),
	deal: (number) => ({
		name: `Offer ${number}`,
		amount: 120_000,
		customer: { id: number },
		memo: 'To be called',
		dealProductDetails: [{ dealProductDetailTypeId: 1 }],
		...ENDED[number],
		...customsOf('deal'),
	}),
	customerAction: action,
	dealAction: action,
	contactAction: action,
	customObject: () => ({ customObjectDefKey: 'ticket', subject: 'A question', priority: 5000 }),
};

/** Fills an empty account. */
export async function fill({ write }: Pick<NodeFixture, 'write'>): Promise<void> {
	const numbers = Array.from({ length: OF_EACH }, (_, at) => at + 1);
	for (const [kind, row] of Object.entries(RECORDS)) {
		const rows = numbers.map((number) => ({
			...row(number),
			createdAt: `2026-01-05T03:04:0${number}.678Z`,
			// Custom objects can't be sorted newest first, so only an order of their own shows that they are sorted.
			updatedAt: `2026-01-1${kind === 'customObject' ? OF_EACH - number : number}T03:04:1${number}.678Z`,
		}));
		await write(kind, rows);
	}
	const links = numbers.map((id) => ({ deal: { id }, contact: { id } }));
	await write('dealContact', links);
}
