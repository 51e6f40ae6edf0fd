import type {
	ActionRow,
	ContactRow,
	CustomerRow,
	CustomObjectRow,
	DealRow,
	RoleRow,
	UserGroupRow,
	UserRow,
} from './rows';

export type ColumnType = 'integer' | 'text' | 'flag' | 'json';

/** A table as data: its columns, the indexes its lists need, and whether its versions are kept. */
export interface TableDefinition<Row> {
	name: string;
	columns: { [Column in Exclude<keyof Row & string, 'id'>]: ColumnType };
	indexes: string[];
	/** Older versions are kept while lists or the search index do not show the newest one yet. */
	versioned: boolean;
}

const timed = {
	domainId: 'integer',
	createdAt: 'integer',
	updatedAt: 'integer',
	listAt: 'integer',
	searchAt: 'integer',
	version: 'integer',
} as const;

/** In both directions, since ids break ties upwards in either. */
const byTime = [
	...['domainId, updatedAt', 'domainId, createdAt'],
	...['domainId, updatedAt DESC', 'domainId, createdAt DESC'],
];
/** By what many are looked up at once. */
const byName = 'domainId, name';

export const userTable: TableDefinition<UserRow> = {
	name: 'user',
	columns: {
		domainId: 'integer',
		name: 'text',
		email: 'text',
		deleted: 'flag',
		roleId: 'integer',
		groupId: 'integer',
		profile: 'json',
	},
	indexes: ['domainId'],
	versioned: false,
};

export const userGroupTable: TableDefinition<UserGroupRow> = {
	name: 'userGroup',
	columns: { domainId: 'integer', name: 'text', orderNum: 'integer' },
	indexes: ['domainId'],
	versioned: false,
};

export const roleTable: TableDefinition<RoleRow> = {
	name: 'role',
	columns: { domainId: 'integer', name: 'text' },
	indexes: ['domainId'],
	versioned: false,
};

export const customerTable: TableDefinition<CustomerRow> = {
	name: 'customer',
	columns: {
		...timed,
		name: 'text',
		companyNum: 'text',
		companyName: 'text',
		establishYear: 'integer',
		industryId: 'integer',
		address: 'text',
		telNo: 'text',
		webUrl: 'text',
		memo: 'text',
		employee: 'integer',
		capital: 'integer',
		closingMonth: 'integer',
		ownerRoleId: 'integer',
		parentId: 'integer',
		customs: 'json',
	},
	indexes: [...byTime, byName, 'domainId, telNo', 'domainId, webUrl', 'parentId'],
	versioned: true,
};

export const dealTable: TableDefinition<DealRow> = {
	name: 'deal',
	columns: {
		...timed,
		name: 'text',
		amount: 'integer',
		closingLeadtime: 'integer',
		expectedContractDate: 'text',
		memo: 'text',
		reason: 'text',
		fromEmail: 'flag',
		customerId: 'integer',
		userId: 'integer',
		dealTypeId: 'integer',
		phaseId: 'integer',
		productId: 'integer',
		probabilityId: 'integer',
		channelId: 'integer',
		endPhaseReasonIds: 'json',
		phaseHistory: 'json',
		productDetails: 'json',
		relatedCustomers: 'json',
		customs: 'json',
	},
	indexes: [
		...[...byTime, byName, 'customerId', 'dealTypeId, updatedAt'],
		...['domainId, phaseId, updatedAt DESC', 'domainId, userId, updatedAt DESC'],
	],
	versioned: true,
};

export const contactTable: TableDefinition<ContactRow> = {
	name: 'contact',
	columns: {
		...timed,
		name: 'text',
		email: 'text',
		tel: 'text',
		mobileTel: 'text',
		telDigits: 'text',
		mobileDigits: 'text',
		address: 'text',
		dept: 'text',
		position: 'text',
		memo: 'text',
		externalLeadScore: 'integer',
		customerId: 'integer',
		lifecycleStages: 'json',
		customs: 'json',
	},
	indexes: [...byTime, byName, 'domainId, email', 'domainId, tel', 'customerId'],
	versioned: true,
};

export const actionTable: TableDefinition<ActionRow> = {
	name: 'action',
	columns: {
		...timed,
		kind: 'text',
		customerId: 'integer',
		dealId: 'integer',
		patternId: 'integer',
		purposeId: 'integer',
		startAt: 'integer',
		endAt: 'integer',
		active: 'flag',
		syncCalendar: 'flag',
		creatorId: 'integer',
		preNote: 'text',
		result: 'text',
		extraResult: 'text',
		inviteeIds: 'json',
		contactIds: 'json',
		files: 'json',
		customs: 'json',
	},
	indexes: [
		'domainId, kind, startAt',
		'domainId, kind, updatedAt',
		'domainId, kind, createdAt',
		'customerId, startAt',
		'dealId, startAt',
	],
	versioned: true,
};

export const customObjectTable: TableDefinition<CustomObjectRow> = {
	name: 'customObject',
	columns: { ...timed, defId: 'integer', fields: 'json' },
	indexes: ['defId, createdAt', 'defId, updatedAt'],
	versioned: true,
};

/** Tables of pairs and of the sandbox itself, which no list sorts. */
export const plainTables = `
CREATE TABLE IF NOT EXISTS dealContact (
	dealId INTEGER NOT NULL, contactId INTEGER NOT NULL, PRIMARY KEY (dealId, contactId)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS dealContact_contact ON dealContact (contactId);
CREATE TABLE IF NOT EXISTS actionContact (
	contactId INTEGER NOT NULL, actionId INTEGER NOT NULL, PRIMARY KEY (contactId, actionId)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS actionContact_action ON actionContact (actionId);
CREATE TABLE IF NOT EXISTS association (
	objectId INTEGER NOT NULL, kind TEXT NOT NULL, recordId INTEGER NOT NULL,
	PRIMARY KEY (kind, recordId, objectId)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS association_object ON association (objectId);
CREATE INDEX IF NOT EXISTS deal_related ON deal (domainId) WHERE relatedCustomers <> '[]';
CREATE TABLE IF NOT EXISTS setting (
	kind TEXT NOT NULL, id INTEGER NOT NULL, domainId INTEGER NOT NULL, data TEXT NOT NULL,
	PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS token (token TEXT PRIMARY KEY, caller TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;
export const plainTableNames = [
	'dealContact',
	'actionContact',
	'association',
	'setting',
	'token',
	'counter',
];
