import type { TimeFormat } from '../../../contract/time';
import type { ActionKind, ActionRow } from '../../store/rows';
import { readContacts } from '../contact/read';
import { customsReader, type CustomsForm } from '../customs';
import { namesFrom, settingNames } from '../names';
import { timesReader } from '../times';
import type { Scope } from '../../scope';

export interface ActionReadOptions {
	time: TimeFormat;
	/** As which kind the actions are read; contact actions show deal actions too (v2 §4.10). */
	as: ActionKind;
	/** Adds `files` (include_files=1). */
	files?: boolean;
	/** How the custom values of the linked contacts are shown; those of actions are always whole. */
	contactCustoms: CustomsForm;
	/** The contact that a contact action is shown with; the smallest linked id without it. */
	contactId?: number;
}

/** Actions in the record shape of v1 §2.6 and v2 §2.5, in the order of the rows. */
export function readActions(scope: Scope, rows: ActionRow[], options: ActionReadOptions) {
	const { time } = options;
	const { store } = scope.service;
	const patterns = settingNames(scope, 'actionPattern');
	const users = namesFrom(
		store.users,
		rows.flatMap((row) => [row.creatorId, ...row.inviteeIds]),
	);
	const contacts = contactsOf(scope, rows, options);
	const times = timesReader(scope, time);
	const customs = customsReader(scope, 'action', { ...options.contactCustoms, form: 'full' }, time);
	const ofKind = kindReader(scope, rows, options);
	return rows.map((row) => ({
		id: row.id,
		pattern: patterns(row.patternId),
		contacts: row.contactIds.map((id) => contacts.get(id)).filter(Boolean),
		startDatetime: time(row.startAt),
		endDatetime: time(row.endAt),
		...times(row),
		preNote: row.preNote,
		active: row.active,
		result: row.result,
		extraResult: row.extraResult,
		syncCalendar: row.syncCalendar,
		creator: users(row.creatorId),
		invitees: row.inviteeIds.map(users).filter(Boolean),
		actionCustoms: customs(row.id, row.customs),
		...ofKind(row),
		...(options.files ? { files: row.files } : {}),
	}));
}

/** What each kind of action adds (v2 §2.5). */
function kindReader(scope: Scope, rows: ActionRow[], { as, contactId }: ActionReadOptions) {
	const { store } = scope.service;
	const customers = namesFrom(
		store.customers,
		rows.map((row) => row.customerId),
	);
	const deals = namesFrom(
		store.deals,
		rows.map((row) => row.dealId),
	);
	const purposes = settingNames(scope, 'actionPurpose');
	const contacts = namesFrom(
		store.contacts,
		rows.flatMap((row) => row.contactIds),
	);
	return (row: ActionRow) => {
		if (as === 'customerAction') return { customer: customers(row.customerId) };
		const deal = deals(row.dealId);
		if (as === 'dealAction') return { purpose: purposes(row.purposeId), deal };
		const shown = contactId ?? (row.contactIds.length > 0 ? Math.min(...row.contactIds) : null);
		const dataType = row.kind === 'dealAction' ? 0 : 1;
		return { dataType, contact: contacts(shown), deal };
	};
}

function contactsOf(scope: Scope, rows: ActionRow[], { time, contactCustoms }: ActionReadOptions) {
	const found = scope.service.store.contacts.findMany(rows.flatMap((row) => row.contactIds));
	const records = readContacts(scope, [...found.values()], { time, customs: contactCustoms });
	return new Map(records.map((record) => [record.id, record]));
}
