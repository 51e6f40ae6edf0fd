/** The settings that a published trigger is given one after another, and what of each write has to come then. */
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';

/** What a second client of the service writes. Each is named by what no other is called. */
export interface Write {
	/** A new record, or one of those that were there from the beginning. */
	readonly record: 'new' | 'old';
	readonly kind?: 'deal' | 'customer';
	readonly with?: Readonly<Record<string, unknown>>;
	/** Into the other of the two services. */
	readonly elsewhere?: true;
	/** As what it comes, if it does. */
	readonly as?: string;
	/** As what it comes, where a filter kept it back in the request: once that is removed, within the lookback. */
	readonly asShown?: string;
}

export interface Step {
	/** How the check calls it. */
	readonly change: string;
	/** Written while the trigger still goes by the settings before. */
	readonly meanwhile?: readonly Write[];
	/** Parameters of the trigger; the others stay. */
	readonly parameters?: WorkflowNode['parameters'];
	/** The trigger’s name from then on. */
	readonly name?: string;
	/** Shows what a filter kept back. */
	readonly shows?: true;
	/** Reads the other service, with a credential of its own. */
	readonly elsewhere?: true;
	/** Reads the same service with a second credential. */
	readonly otherCredential?: true;
	/** The token that its credential holds from then on. */
	readonly token?: 'personal' | 'team';
	/** Whether the workflow is unpublished, and what is written meanwhile is written then. */
	readonly wasOff?: true;
	/** Written once it polls with the new settings. */
	readonly writes: readonly Write[];
	/** Whether the trigger says in n8n’s log that it begins now. */
	readonly beginsNow?: true;
}

export interface Id {
	readonly id: number;
}

/** Of some deal type: an open phase, another one, and one in which a deal is won. */
export type Places = Readonly<
	Record<'dealType' | 'otherType' | 'open' | 'further' | 'won' | 'user' | 'otherUser', Id>
>;

/** Longer than all of it takes: what the trigger has dealt with by other settings is read with each of them. */
const LOOKBACK = { lookbackMinutes: 24 * 60 - 1 };

const NEW = { record: 'new', as: 'created' } as const;
const CHANGED = { record: 'old', as: 'updated' } as const;

/** A new deal of somebody. */
const whose = ({ dealType, open, ...people }: Places, user: 'user' | 'otherUser', as?: string) =>
	({ record: 'new', as, with: { dealType, phase: open, user: people[user] } }) as const;

export function steps(places: Places): readonly Step[] {
	const { dealType, otherType, further, won, user, otherUser } = places;
	const asWon = { phase: won, reason: 'Price' };
	const narrow = { dealTypeId: dealType.id, users: [user.id] };
	const amount = (value: number) => ({ ...CHANGED, with: { amount: value } });
	const memo = (text: string) => ({ ...CHANGED, with: { memo: text } });
	const customers: readonly Write[] = [
		{ ...NEW, kind: 'customer' },
		{ ...CHANGED, kind: 'customer' },
	];
	return [
		{
			change: 'published with the event Created',
			parameters: { event: 'created', options: LOOKBACK },
			writes: [NEW, NEW, { record: 'old' }],
		},
		{
			change: 'filters are added',
			meanwhile: [whose(places, 'user', 'created')],
			parameters: { filters: narrow },
			writes: [whose(places, 'user', 'created'), whose(places, 'otherUser'), keptBack(otherType)],
		},
		{
			change: 'the filters are widened',
			meanwhile: [whose(places, 'user', 'created')],
			parameters: { filters: { ...narrow, users: [user.id, otherUser.id] } },
			writes: [
				whose(places, 'user', 'created'),
				whose(places, 'otherUser', 'created'),
				keptBack(otherType),
			],
		},
		{
			change: 'the filters are removed',
			shows: true,
			meanwhile: [whose(places, 'otherUser', 'created')],
			parameters: { filters: {} },
			writes: [whose(places, 'user', 'created'), { ...NEW, with: { dealType: otherType } }],
		},
		{
			change: 'from Created to Created or Updated',
			meanwhile: [NEW],
			parameters: { event: 'createdOrUpdated' },
			writes: [NEW, CHANGED, CHANGED],
		},
		{
			change: 'to Phase Changed',
			parameters: { event: 'phaseChanged' },
			writes: [
				{ record: 'old', with: { phase: further }, as: 'phaseChanged' },
				{ record: 'old' },
				{ record: 'new' },
			],
		},
		{
			change: 'to Won',
			parameters: { event: 'won' },
			writes: [
				{ record: 'old', with: asWon, as: 'won' },
				{ record: 'new', with: { dealType, ...asWon }, as: 'won' },
				{ record: 'old', with: { phase: further } },
				{ record: 'new' },
			],
		},
		{
			change: 'Won Phases are chosen',
			parameters: { options: { ...LOOKBACK, wonPhases: [further.id] } },
			writes: [
				{ record: 'old', with: { phase: further }, as: 'won' },
				{ record: 'new', with: { dealType, phase: further }, as: 'won' },
				{ record: 'old', with: asWon },
			],
		},
		{
			change: 'to Updated with Only When Fields Change',
			parameters: { event: 'updated', options: { ...LOOKBACK, fieldsToWatch: 'memo' } },
			writes: [memo('One'), { record: 'old' }, { record: 'new' }],
		},
		{
			change: 'another field is watched',
			meanwhile: [memo('Two')],
			parameters: { options: { ...LOOKBACK, fieldsToWatch: 'amount' } },
			writes: [amount(1), { ...memo('Three'), as: undefined }, { record: 'new' }],
		},
		{
			change: 'from the personal token to the team’s',
			meanwhile: [amount(2)],
			parameters: { authentication: 'teamToken' },
			writes: [amount(3), { record: 'old' }],
		},
		{
			change: 'back to the personal token',
			meanwhile: [amount(4)],
			parameters: { authentication: 'personalToken' },
			writes: [amount(5), { record: 'old' }],
		},
		{
			change: 'to Created or Updated, Start From: All',
			meanwhile: [amount(6)],
			parameters: { event: 'createdOrUpdated', options: { ...LOOKBACK, startFrom: 'all' } },
			writes: [NEW, CHANGED],
		},
		{
			change: 'the node has another name',
			meanwhile: [NEW, CHANGED],
			name: 'Renamed',
			writes: [NEW, CHANGED],
		},
		{
			change: 'unpublished and published again',
			meanwhile: [NEW, NEW, CHANGED],
			wasOff: true,
			writes: [NEW, CHANGED],
		},
		{
			change: 'another token within the credential',
			meanwhile: [NEW, CHANGED],
			token: 'team',
			writes: [NEW, CHANGED],
		},
		{
			change: 'another credential of the same Base URL',
			meanwhile: [NEW, CHANGED],
			otherCredential: true,
			writes: [NEW, CHANGED],
		},
		{
			change: 'another Base URL',
			meanwhile: [{ record: 'new', elsewhere: true }],
			elsewhere: true,
			writes: [{ ...NEW, elsewhere: true }, { ...CHANGED, elsewhere: true }, { record: 'new' }],
			beginsNow: true,
		},
		{
			change: 'the first Base URL again',
			writes: [NEW, CHANGED, { record: 'new', elsewhere: true }],
			beginsNow: true,
		},
		{
			change: 'another resource',
			meanwhile: [{ record: 'new', kind: 'customer' }],
			parameters: { resource: 'customer' },
			writes: [...customers, { record: 'new' }],
			beginsNow: true,
		},
		{
			change: 'to Deleted',
			parameters: { event: 'deleted' },
			writes: [{ record: 'new', kind: 'customer' }],
			beginsNow: true,
		},
		{
			change: 'from Deleted to Created or Updated',
			parameters: { event: 'createdOrUpdated' },
			writes: customers,
			beginsNow: true,
		},
		{
			change: 'from the token to a v1 key',
			parameters: { authentication: 'v1ApiKey' },
			writes: customers,
			beginsNow: true,
		},
		{
			change: 'from the v1 key to the token',
			parameters: { authentication: 'personalToken' },
			writes: customers,
			beginsNow: true,
		},
	];
}

const keptBack = (dealType: Id): Write => ({
	record: 'new',
	asShown: 'created',
	with: { dealType },
});
