import { setImmediate as nextTurn } from 'node:timers/promises';
import { faker } from '@faker-js/faker/locale/en';
import { inUtc } from '../contract/time';
import type { FieldOwner } from '../domain/properties/property';
import type { ActionKind, ProductDetailTypeRow } from '../domain/properties/recordFields';
import { definitionOf } from '../domain/records/customObjects';
import { fieldsOf } from '../domain/rules/customValues';
import { rowsOf } from '../domain/rules/references';
import { type Overrides, type Scope, directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import type { ItemType, PartOfDealType } from '../domain/properties/settings';
import { sql } from '../domain/store/sql';
import { writers } from './recordWriters';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

export interface Amounts {
	customers: number;
	deals: number;
	contacts: number;
	/** The actions of each kind. */
	actions: number;
	/** The custom objects of all definitions together. */
	customObjects: number;
}

/** Fills a domain with made-up records of the past year, none of them of the last hour. */
export function seedRecords(scope: Scope, userIds: number[], amounts: Amounts): void {
	const times = (count: number) => Array.from({ length: count }, (_, index) => index);
	const seeder = new Seeder(scope, userIds);
	const customerIds = times(amounts.customers).map(() => seeder.customer());
	const contactIds = times(amounts.contacts).map(() => seeder.contact(pick(customerIds)));
	const dealIds = times(amounts.deals).map((index) => {
		const id = seeder.deal(pick(customerIds), index + 1);
		if (index % 2 === 0 && index < 1000)
			scope.service.store.link(['deal', id], ['contact', pick(contactIds)]);
		return id;
	});
	for (const index of times(amounts.actions)) {
		const contacts = index % 2 === 0 ? [{ id: pick(contactIds) }] : [];
		seeder.action('customerAction', { customer: { id: pick(customerIds) }, contacts });
		seeder.action('dealAction', { contacts, deal: { id: pick(dealIds) } });
		seeder.action('contactAction', { contact: { id: pick(contactIds) } });
	}
	for (const index of times(amounts.customObjects)) {
		const of = { deals: dealIds, customers: customerIds, contacts: contactIds };
		const linked = Object.entries(of).map(([kind, ids]) => [kind, [{ id: pick(ids) }]] as const);
		const associations = Object.fromEntries(index % 5 === 0 ? linked : []);
		seeder.customObject(index % 2 === 0 ? 'ticket' : 'asset', associations);
	}
}

/** The deals of one transaction; between two transactions the sandbox answers other requests. */
const chunk = 1_000;

/** Adds so many deals to the first domain. If it fails, the transactions before the failure stay. */
export async function generateDeals(service: Service, count: number): Promise<void> {
	const scope = directScope(service, service.store.domains()[0] ?? 1);
	const { store } = service;
	const idsOf = (rows: ReadonlyArray<{ id: number }>) => rows.map(({ id }) => id);
	const seeder = new Seeder(scope, idsOf(rowsOf(scope, 'user')));
	const customerIds = idsOf(rowsOf(scope, 'customer'));
	while (customerIds.length < 100) customerIds.push(seeder.customer());
	for (let made = 0; made < count; made += chunk) {
		store.transaction(() => {
			const end = Math.min(made + chunk, count);
			for (let number = made + 1; number <= end; number++) seeder.deal(pick(customerIds), number);
		});
		await nextTurn();
	}
}

const pick = <T>(values: readonly T[]): T => faker.helpers.arrayElement(values);

type Times = Required<Pick<Overrides, 'createdAt' | 'updatedAt' | 'visibleAt'>>;

class Seeder {
	private readonly now: number;
	private readonly detailTypes: ProductDetailTypeRow[];

	constructor(
		private readonly scope: Scope,
		private readonly userIds: number[],
	) {
		const { service, caller } = scope;
		this.now = service.clock.now();
		const where = [sql`t.domainId = ${caller.domainId}`];
		this.detailTypes = service.store.tables.productDetailType.select({ where });
	}

	/** Writes a record; without `times` it gets dates of the past year. */
	private make(kind: keyof typeof writers, row: object, times: Times = this.past()): number {
		return writers[kind].write(this.scope, { ...row }, times);
	}

	customer(): number {
		const name = faker.company.name();
		return this.make('customer', {
			name,
			address: faker.location.streetAddress({ useFullAddress: true }),
			telNo: phoneNumber(),
			webUrl: `https://${faker.helpers.slugify(name).toLowerCase()}.example`,
			companyNum: faker.string.numeric(13),
			employee: faker.number.int({ min: 5, max: 5000 }),
			capital: faker.number.int({ min: 1, max: 900 }) * 100_000,
			closingMonth: faker.number.int({ min: 1, max: 12 }),
			establishYear: faker.number.int({ min: 1920, max: 2020 }),
			industryId: pick(rowsOf(this.scope, 'industry')).id,
			ownerRoleId: this.scope.service.store.tables.user.find(pick(this.userIds))?.roleId ?? null,
			customerCustoms: this.customs('customer'),
		});
	}

	contact(customerId: number): number {
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'customer.example' });
		return this.make('contact', {
			name: `${firstName} ${lastName}`,
			email: email.toLowerCase(),
			tel: phoneNumber(),
			mobileTel: phoneNumber('090'),
			address: faker.location.streetAddress(),
			dept: faker.commerce.department(),
			position: faker.person.jobTitle(),
			customer: { id: customerId },
			contactCustoms: this.customs('contact'),
		});
	}

	/** @param number counts deals from 1: each 17th has no amount, each third a product detail */
	deal(customerId: number, number: number): number {
		const dealTypeId = pick(rowsOf(this.scope, 'dealType')).id;
		const isOfType = (one: { dealTypeId: number }) => one.dealTypeId === dealTypeId;
		const of = (name: PartOfDealType) => pick(rowsOf(this.scope, name).filter(isOfType)).id;
		const phase = pick(rowsOf(this.scope, 'phase').filter(isOfType));
		const detailTypes = this.detailTypes.filter((one) => one.dealTypeIds.includes(dealTypeId));
		const times = this.past();
		const contractAt = times.updatedAt + faker.number.int({ min: 5, max: 200 }) * day;
		const row = {
			name: `${faker.commerce.productAdjective()} ${faker.commerce.product()} ${number}`,
			amount: number % 17 === 1 ? null : faker.number.int({ min: 1, max: 500 }) * 10_000,
			expectedContractDate: inUtc(contractAt).slice(0, 10),
			memo: faker.company.catchPhrase(),
			customer: { id: customerId },
			dealType: { id: dealTypeId },
			phase: { id: phase.id },
			product: { id: of('product') },
			probability: { id: of('probability') },
			channel: { id: of('channel') },
			user: { id: pick(this.userIds) },
			endPhaseReasonIds: phase.status === 1 ? [] : [of('endPhaseReason')],
			dealCustoms: this.customs('deal'),
			dealProductDetails:
				number % 3 === 1 && detailTypes.length > 0
					? [{ dealProductDetailTypeId: pick(detailTypes).id }]
					: [],
		};
		return this.make('deal', row, times);
	}

	/** @param links the record that it belongs to, and its contacts */
	action(kind: ActionKind, links: Record<string, unknown> & { deal?: { id: number } }): number {
		const times = this.past();
		const startAt = times.createdAt + faker.number.int({ min: 1, max: 400 }) * hour;
		const deal = links.deal && this.scope.service.store.tables.deal.find(links.deal.id);
		const purpose = rowsOf(this.scope, 'actionPurpose').find(
			(one) => one.dealTypeId === deal?.dealTypeId,
		);
		const file = { name: 'offer.pdf', mimeType: 'application/pdf' };
		const row = {
			...links,
			...(purpose ? { purpose: { id: purpose.id } } : {}),
			...(kind === 'dealAction'
				? {}
				: { pattern: { id: pick(rowsOf(this.scope, 'actionPattern')).id } }),
			startDatetime: inUtc(startAt),
			endDatetime: inUtc(startAt + hour),
			creator: { id: pick(this.userIds) },
			invitees: faker.helpers.arrayElements(this.userIds, 1).map((id) => ({ id })),
			preNote: faker.lorem.sentence(),
			result: faker.datatype.boolean() ? faker.lorem.sentence() : null,
			active: faker.datatype.boolean(),
			actionCustoms: this.customs('action'),
			files: [{ ...file, url: 'https://files.example/offer.pdf' }],
		};
		return this.make(kind, row, times);
	}

	customObject(key: string, associations: object): number {
		const { items } = definitionOf(this.scope, key);
		const values = items.map(({ itemKey, itemType, options }) => [
			itemKey,
			this.value(
				itemType,
				options.map((option) => option.key),
			),
		]);
		return this.make('customObject', {
			customObjectDefKey: key,
			...associations,
			...(Object.fromEntries(values) as object),
		});
	}

	/** Custom values for about half of the fields. */
	private customs(owner: FieldOwner): Array<{ itemKey: string; value: unknown }> {
		return fieldsOf(this.scope, owner).flatMap(({ itemKey, itemType, options }) => {
			if (itemKey === null || itemType === 'calculation' || faker.datatype.boolean()) return [];
			const choices = options.map(({ value }) => value);
			return [{ itemKey, value: this.value(itemType, choices) }];
		});
	}

	/** @param choices the values by which the options of a field are chosen */
	private value(itemType: ItemType, choices: Array<string | number>): unknown {
		switch (itemType) {
			case 'single_select':
				return pick(choices);
			case 'multi_select':
				return faker.helpers.arrayElements(choices, 2);
			case 'user':
				return [pick(this.userIds)];
			case 'decimal_number':
				return faker.number.float({ min: 0, max: 9, fractionDigits: 2 }).toFixed(2);
			case 'number':
				return faker.number.int({ min: 0, max: 100 });
			case 'date':
				return inUtc(this.now - faker.number.int({ min: 1, max: 300 }) * day).slice(0, 10);
			case 'url':
				return 'https://notes.example/1';
			default:
				return faker.lorem.words(3);
		}
	}

	/** Random dates: the creation within the past year, the last update after it and at least an hour ago. */
	private past(): Times {
		const createdAt = this.now - faker.number.int({ min: hour, max: 365 * day });
		const updatedAt = faker.number.int({ min: createdAt, max: this.now - hour });
		return { createdAt, updatedAt, visibleAt: 0 };
	}
}

const phoneNumber = (prefix = `0${faker.string.numeric(1)}`) =>
	`${prefix}-${faker.string.numeric(4)}-${faker.string.numeric(4)}`;
