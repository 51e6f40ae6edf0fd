import { Type, type Static } from '@sinclair/typebox';
import { invalid } from '../../../contract/refusal';
import { definedOnly, mapDefined } from '../../../contract/values';
import { dateTime, flag, nullable, reference, references } from '../../../contract/schemas';
import { customItems, writeCustoms } from '../../rules/customValues';
import {
	contactOf,
	customerOf,
	dealOf,
	settingOf,
	settingOfDealType,
	userOf,
} from '../../rules/references';
import type { ActionKind, ActionRow } from '../../store/rows';
import { moment, newTimes, nextTimes, type Overrides, type Scope } from '../../scope';

const optional = {
	invitees: references,
	contacts: references,
	preNote: nullable.text,
	result: nullable.text,
	active: flag,
	syncCalendar: flag,
	actionCustoms: customItems('action'),
};
const required = { startDatetime: dateTime, endDatetime: dateTime, creator: reference };

/** The create form of customer and contact actions (v2 §4.5, §4.10). */
export const patternActionForm = Type.Composite([
	Type.Object({ ...required, pattern: reference }),
	Type.Partial(Type.Object(optional)),
]);
/** The create form of deal actions (v2 §4.8). */
export const dealActionForm = Type.Composite([
	Type.Object({ ...required, purpose: reference, deal: reference }),
	Type.Partial(Type.Object(optional)),
]);
export const patternActionChanges = Type.Partial(patternActionForm);
export const dealActionChanges = Type.Partial(dealActionForm);

/** What any action form may hold. */
export type ActionChanges = Static<typeof patternActionChanges> & Static<typeof dealActionChanges>;

/** The record that an action belongs to; a deal action's form names its deal itself. */
export interface ActionOwner {
	kind: ActionKind;
	customerId?: number;
	contactId?: number;
}

/** Adds an action and returns its id. Without `active` it is not completed. */
export function createAction(
	scope: Scope,
	owner: ActionOwner,
	form: ActionChanges,
	overrides: Overrides & { files?: ActionRow['files'] } = {},
): number {
	const { store } = scope.service;
	const customerId = owner.customerId === undefined ? null : customerOf(scope, owner.customerId).id;
	const empty: Omit<ActionRow, 'id'> = {
		...newTimes(scope, overrides),
		kind: owner.kind,
		customerId,
		dealId: null,
		patternId: null,
		purposeId: null,
		startAt: 0,
		endAt: 0,
		active: true,
		syncCalendar: false,
		creatorId: 0,
		preNote: null,
		result: null,
		extraResult: '',
		inviteeIds: [],
		contactIds: [],
		files: overrides.files ?? [],
		customs: {},
	};
	const row = { ...empty, ...changed(scope, { ...empty, ...ownContacts(scope, owner) }, form) };
	requireOrder(row);
	const id = store.actions.insert(row, overrides.id);
	if (row.contactIds.length > 0) store.indexActionContacts(id, row.contactIds);
	return id;
}

/** Changes the properties that the form holds; invitees replace the whole list (v2 §4.5). */
export function updateAction(
	scope: Scope,
	row: ActionRow,
	form: ActionChanges,
	overrides: Overrides & { files?: ActionRow['files'] } = {},
): ActionRow {
	const { store, clock } = scope.service;
	const { files = row.files } = overrides;
	const times = nextTimes(scope, row, overrides);
	const next = { ...row, ...times, ...changed(scope, row, form), files };
	requireOrder(next);
	store.actions.update(next, clock.now());
	store.indexActionContacts(row.id, next.contactIds);
	return next;
}

const ownContacts = (scope: Scope, { contactId }: ActionOwner) => ({
	contactIds: contactId === undefined ? [] : [contactOf(scope, contactId).id],
});

/** The columns that the form changes. */
function changed(
	scope: Scope,
	row: Omit<ActionRow, 'id'>,
	form: ActionChanges,
): Partial<ActionRow> & Pick<ActionRow, 'contactIds'> {
	const { preNote, result, active, syncCalendar, pattern, creator, invitees, contacts } = form;
	const userIdOf = ({ id }: { id: number }) => userOf(scope, id).id;
	return {
		...definedOnly({
			...{ preNote, result, active, syncCalendar },
			startAt: moment('startDatetime', form.startDatetime),
			endAt: moment('endDatetime', form.endDatetime),
			patternId: mapDefined(pattern, ({ id }) => settingOf(scope, 'actionPattern', id).id),
			creatorId: mapDefined(creator, userIdOf),
			inviteeIds: mapDefined(invitees, (users) => unique(users.map(userIdOf))),
		}),
		...dealAndPurpose(scope, row, form),
		contactIds: contacts ? linkedContacts(scope, row, contacts) : row.contactIds,
		customs: writeCustoms(scope, 'action', row.customs, form.actionCustoms),
	};
}

/** A deal action's purpose is one of its deal's type, and brings its pattern (v1 §2.1). */
function dealAndPurpose(
	scope: Scope,
	row: Omit<ActionRow, 'id'>,
	{ deal, purpose }: ActionChanges,
): Partial<ActionRow> {
	if (row.kind !== 'dealAction') return {};
	const owner = dealOf(scope, deal?.id ?? row.dealId ?? 0);
	const purposeId = purpose?.id ?? row.purposeId ?? 0;
	const setting = settingOfDealType(scope, 'actionPurpose', purposeId, owner.dealTypeId);
	return { dealId: owner.id, purposeId: setting.id, patternId: setting.patternId };
}

/** A contact action keeps the contact it belongs to; the form names the others (v2 §4.10). */
function linkedContacts(
	scope: Scope,
	row: Omit<ActionRow, 'id'>,
	contacts: Array<{ id: number }>,
): number[] {
	const linked = contacts.map(({ id }) => contactOf(scope, id).id);
	const kept = row.kind === 'contactAction' ? row.contactIds.slice(0, 1) : [];
	return unique([...kept, ...linked]);
}

function requireOrder({ startAt, endAt }: Pick<ActionRow, 'startAt' | 'endAt'>): void {
	if (endAt < startAt) throw invalid('endDatetime must not be before startDatetime');
}

const unique = (ids: number[]) => [...new Set(ids)];
