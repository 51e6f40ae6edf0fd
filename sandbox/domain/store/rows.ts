export type CustomValue = string | number | number[];
/** Custom values by the id of their field; a missing entry is an empty field. */
export type CustomValues = Record<string, CustomValue>;

/** Moments are milliseconds since 1970; dates are text `YYYY-MM-DD`. */
export interface Timed {
	id: number;
	domainId: number;
	createdAt: number;
	updatedAt: number;
	/** When lists and the search index show this version; 0 = at once. */
	listAt: number;
	searchAt: number;
	version: number;
}

export interface UserRow {
	id: number;
	domainId: number;
	name: string;
	email: string;
	deleted: boolean;
	roleId: number | null;
	/** A user belongs to one group at most (v2 §4.2). */
	groupId: number | null;
	profile: { id: number; name: string };
}

export interface UserGroupRow {
	id: number;
	domainId: number;
	name: string;
	orderNum: number;
}

export interface RoleRow {
	id: number;
	domainId: number;
	name: string;
}

export interface CustomerRow extends Timed {
	name: string;
	companyNum: string | null;
	companyName: string | null;
	establishYear: number | null;
	industryId: number | null;
	address: string | null;
	telNo: string | null;
	webUrl: string | null;
	memo: string | null;
	employee: number | null;
	capital: number | null;
	closingMonth: number | null;
	ownerRoleId: number | null;
	parentId: number | null;
	customs: CustomValues;
}

export interface ProductDetail {
	id: number;
	dealProductDetailTypeId: number;
	quantity: number;
	price: number;
	unitCost: number;
	term: number | null;
	firstSales: number | null;
	memo: string | null;
	customs: CustomValues;
}

export interface DealRow extends Timed {
	name: string;
	amount: number | null;
	/** As it was written; null where it never was, and is computed (S5). */
	closingLeadtime: number | null;
	expectedContractDate: string;
	memo: string;
	reason: string | null;
	fromEmail: boolean;
	customerId: number;
	userId: number;
	dealTypeId: number;
	phaseId: number;
	productId: number;
	probabilityId: number;
	channelId: number;
	endPhaseReasonIds: number[];
	/** The phases in the order in which the deal entered them. */
	phaseHistory: Array<{ phaseId: number; at: number }>;
	productDetails: ProductDetail[];
	relatedCustomers: Array<{ typeId: number; customerId: number }>;
	customs: CustomValues;
}

export interface ContactRow extends Timed {
	name: string;
	email: string | null;
	tel: string | null;
	mobileTel: string | null;
	/** The digits alone, for `phoneNumber` (S3). */
	telDigits: string | null;
	mobileDigits: string | null;
	address: string | null;
	dept: string | null;
	position: string | null;
	memo: string | null;
	externalLeadScore: number | null;
	customerId: number | null;
	lifecycleStages: Array<{ id: number; lifecycleStageTypeId: number; name: string }>;
	customs: CustomValues;
}

export type ActionKind = 'customerAction' | 'dealAction' | 'contactAction';

export interface ActionRow extends Timed {
	kind: ActionKind;
	customerId: number | null;
	dealId: number | null;
	patternId: number | null;
	purposeId: number | null;
	startAt: number;
	endAt: number;
	active: boolean;
	syncCalendar: boolean;
	creatorId: number;
	preNote: string | null;
	result: string | null;
	extraResult: string;
	inviteeIds: number[];
	/** Linked contacts; the first one of a contact action is the contact it belongs to. */
	contactIds: number[];
	files: Array<{ name: string; mimeType: string; url: string }>;
	customs: CustomValues;
}

export type ObjectValue = string | number | string[] | number[];

export interface CustomObjectRow extends Timed {
	defId: number;
	/** Values by item key. */
	fields: Record<string, ObjectValue>;
}

/** The kinds of record that a custom object may be associated with (v2 §2.8). */
export type AssociatedKind = 'customer' | 'deal' | 'contact';
