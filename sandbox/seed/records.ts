import { faker } from '@faker-js/faker/locale/en';
import type { FieldOwner } from '../domain/properties/property';
import type { ActionKind } from '../domain/properties/records';
import { actionKinds, ownedBy, type ActionOwner } from '../domain/records/actions';
import { contacts } from '../domain/records/contacts';
import { customers } from '../domain/records/customers';
import { customObjects, definitionOf } from '../domain/records/customObjects';
import { deals } from '../domain/records/deals';
import { create } from '../domain/records/writing';
import type { Overrides, Scope } from '../domain/scope';
import { fieldsOf } from '../domain/rules/customValues';
import { inUtc } from '../contract/time';
import type { Field, ObjectItem, Setting, SettingKind } from '../domain/store/settings';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

export interface Amounts {
	customers: number;
	deals: number;
	contacts: number;
	/** Of each kind. */
	actions: number;
	/** Of all definitions together. */
	customObjects: number;
}

/** Fills a domain with made-up records of the past year, none of them of the last hour. */
export function seedRecords(scope: Scope, userIds: number[], amounts: Amounts): void {
	const times = (count: number) => Array.from({ length: count }, (_, index) => index);
	const seeder = new Seeder(scope, userIds);
	const customerIds = times(amounts.customers).map(() => seeder.customer());
	const contactIds = times(amounts.contacts).map(() => seeder.contact(pick(customerIds)));
	const dealIds = times(amounts.deals).map((index) => {
		const id = seeder.deal(pick(customerIds), index);
		if (index % 2 === 0 && index < 1000)
			scope.service.store.link('dealContact', id, pick(contactIds));
		return id;
	});
	for (const index of times(amounts.actions)) {
		const contacts = index % 2 === 0 ? [{ id: pick(contactIds) }] : [];
		seeder.action('customerAction', { customer: { id: pick(customerIds) } }, { contacts });
		seeder.action('dealAction', {}, { contacts, deal: { id: pick(dealIds) } });
		seeder.action('contactAction', { contact: { id: pick(contactIds) } }, {});
	}
	for (const index of times(amounts.customObjects)) {
		const of = { deals: dealIds, customers: customerIds, contacts: contactIds };
		const linked = Object.entries(of).map(([kind, ids]) => [kind, [{ id: pick(ids) }]] as const);
		const associations = new Map(index % 5 === 0 ? linked : []);
		seeder.customObject(index % 2 === 0 ? 'ticket' : 'asset', associations);
	}
}

const pick = <T>(values: readonly T[]): T => faker.helpers.arrayElement(values);

class Seeder {
	private readonly now: number;

	constructor(
		private readonly scope: Scope,
		private readonly userIds: number[],
	) {
		this.now = scope.service.clock.now();
	}

	customer(): number {
		const name = faker.company.name();
		return create(this.scope, customers, {
			form: {
				name,
				address: faker.location.streetAddress({ useFullAddress: true }),
				telNo: phoneNumber(),
				webUrl: `https://${faker.helpers.slugify(name).toLowerCase()}.example`,
				companyNum: faker.string.numeric(13),
				employee: faker.number.int({ min: 5, max: 5000 }),
				capital: faker.number.int({ min: 1, max: 900 }) * 100_000,
				closingMonth: faker.number.int({ min: 1, max: 12 }),
				establishYear: faker.number.int({ min: 1920, max: 2020 }),
				industryId: pick(this.ids('industry')),
				ownerRoleId: this.scope.service.store.users.find(pick(this.userIds))?.roleId ?? null,
				customerCustoms: this.customs('customer'),
			},
			...this.past(),
		});
	}

	contact(customerId: number): number {
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'customer.example' });
		return create(this.scope, contacts, {
			form: {
				name: `${firstName} ${lastName}`,
				email: email.toLowerCase(),
				tel: phoneNumber(),
				mobileTel: phoneNumber('090'),
				address: faker.location.streetAddress(),
				dept: faker.commerce.department(),
				position: faker.person.jobTitle(),
				memo: null,
				customer: { id: customerId },
				contactCustoms: this.customs('contact'),
			},
			...this.past(),
		});
	}

	deal(customerId: number, index: number): number {
		const dealTypeId = pick(this.ids('dealType'));
		const of = <Kind extends 'phase' | 'product' | 'probability' | 'channel' | 'endPhaseReason'>(
			kind: Kind,
		) => this.list(kind).filter((one) => one.dealTypeId === dealTypeId);
		const phase = pick(of('phase'));
		const times = this.past();
		const contractAt = times.updatedAt + faker.number.int({ min: 5, max: 200 }) * day;
		return create(this.scope, deals, {
			form: {
				name: `${faker.commerce.productAdjective()} ${faker.commerce.product()} ${index + 1}`,
				amount: index % 17 === 0 ? null : faker.number.int({ min: 1, max: 500 }) * 10_000,
				expectedContractDate: inUtc(contractAt).slice(0, 10),
				memo: faker.company.catchPhrase(),
				customer: { id: customerId },
				dealType: { id: dealTypeId },
				phase: { id: phase.id },
				product: { id: pick(of('product')).id },
				probability: { id: pick(of('probability')).id },
				channel: { id: pick(of('channel')).id },
				user: { id: pick(this.userIds) },
				endPhaseReasonIds: phase.status === 1 ? [] : [pick(of('endPhaseReason')).id],
				dealCustoms: this.customs('deal'),
				dealProductDetails:
					index % 3 === 0 ? [{ dealProductDetailTypeId: pick(this.ids('productDetail')) }] : [],
			},
			...times,
		});
	}

	action(
		kind: ActionKind,
		owner: ActionOwner,
		links: { contacts?: Array<{ id: number }>; deal?: { id: number } },
	): number {
		const times = this.past();
		const startAt = times.createdAt + faker.number.int({ min: 1, max: 400 }) * hour;
		const deal = links.deal && this.scope.service.store.deals.find(links.deal.id);
		const purpose = this.list('actionPurpose').find((one) => one.dealTypeId === deal?.dealTypeId);
		const file = { name: 'offer.pdf', mimeType: 'application/pdf' };
		return create(this.scope, actionKinds[kind], {
			form: {
				...links,
				...(purpose ? { purpose: { id: purpose.id } } : {}),
				...(kind === 'dealAction' ? {} : { pattern: { id: pick(this.ids('actionPattern')) } }),
				startDatetime: inUtc(startAt),
				endDatetime: inUtc(startAt + hour),
				creator: { id: pick(this.userIds) },
				invitees: faker.helpers.arrayElements(this.userIds, 1).map((id) => ({ id })),
				preNote: faker.lorem.sentence(),
				result: faker.datatype.boolean() ? faker.lorem.sentence() : null,
				active: faker.datatype.boolean(),
				actionCustoms: this.customs('action'),
			},
			...times,
			columns: {
				...ownedBy(this.scope, actionKinds[kind], owner),
				files: [{ ...file, url: 'https://files.example/offer.pdf' }],
			},
		});
	}

	customObject(key: string, associations: ReadonlyMap<string, object>): number {
		const definition = definitionOf(this.scope, key);
		const form: Record<string, unknown> = Object.fromEntries(associations);
		for (const item of definition.items) form[item.itemKey] = this.objectValue(item);
		return create(this.scope, customObjects, {
			form,
			...this.past(),
			columns: { defId: definition.id },
		});
	}

	private objectValue({ itemType, options }: ObjectItem): unknown {
		switch (itemType) {
			case 'single_select':
				return pick(options).key;
			case 'multi_select':
				return [pick(options).key];
			case 'user':
				return [pick(this.userIds)];
			case 'decimal_number':
				return faker.number.float({ min: 1, max: 99, fractionDigits: 2 }).toFixed(2);
			case 'number':
				return faker.number.int({ min: 1, max: 9 });
			case 'date':
				return inUtc(this.now - faker.number.int({ min: 1, max: 300 }) * day);
			case 'url':
				return 'https://docs.example/manual';
			default:
				return faker.commerce.productName();
		}
	}

	/** A value for about half of the fields. */
	private customs(owner: FieldOwner): Array<{ itemKey: string; value: unknown }> {
		return fieldsOf(this.scope, owner).flatMap((field) => {
			const { itemKey, itemType } = field;
			if (itemKey === null || itemType === 'calculation' || faker.datatype.boolean()) return [];
			return [{ itemKey, value: this.customValue(field) }];
		});
	}

	private customValue({ itemType, options }: Field): unknown {
		switch (itemType) {
			case 'single_select':
				return pick(options).value;
			case 'multi_select':
				return faker.helpers.arrayElements(options, 2).map(({ value }) => value);
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

	/** Creation within the past year, the last update between it and an hour ago. */
	private past(): Required<Pick<Overrides, 'createdAt' | 'updatedAt' | 'visibleAt'>> {
		const createdAt = this.now - faker.number.int({ min: hour, max: 365 * day });
		const updatedAt = faker.number.int({ min: createdAt, max: this.now - hour });
		return { createdAt, updatedAt, visibleAt: 0 };
	}

	private list<Kind extends SettingKind>(kind: Kind): Array<Setting<Kind>> {
		return this.scope.service.store.settings.list(kind, this.scope.caller.domainId);
	}

	private ids(kind: SettingKind): number[] {
		return this.list(kind).map(({ id }) => id);
	}
}

const phoneNumber = (prefix = `0${faker.string.numeric(1)}`) =>
	`${prefix}-${faker.string.numeric(4)}-${faker.string.numeric(4)}`;
