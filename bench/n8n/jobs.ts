/** What is measured: each job with its contenders, and the least that the service's limits allow. */
import type { WorkflowNode } from '../../scripts/n8n-host/rest';
import { bulkBodies, pageRequests, searches, singleBodies, type Sent } from './bare';
import {
	batches,
	FIVE_A_SECOND,
	http,
	numbers,
	own,
	pagesOfDeals,
	posted,
	rows,
	type Contender,
	type Target,
} from './workflows';

/** The service's own limit, a second (v2 §8). */
const PER_SECOND = 5;
/** Rows or records of one request (v2 §8). */
const PER_REQUEST = 1000;
/** Conditions of one search, beside the one that holds them (v2 §4.4). */
const PER_SEARCH = 299;

export interface Job {
	readonly name: string;
	readonly latencyMs: number;
	/** The requests of whoever knows the service perfectly. */
	readonly requests: number;
	/** What that client sends. */
	readonly bare: (v2: string) => readonly Sent[];
	/** The node before the contenders. */
	readonly before: readonly WorkflowNode[];
	readonly contenders: readonly Contender[];
	/** So many items the last node must put out. */
	readonly items: number;
	/** So many records of a kind there must be more of after each run. */
	readonly makes?: { readonly kind: 'customer' | 'deal'; readonly count: number };
}

/** In any second the service takes five requests: the last one waits for so long, and is answered. */
export const leastMs = ({ requests, latencyMs }: Pick<Job, 'requests' | 'latencyMs'>): number =>
	Math.floor((requests - 1) / PER_SECOND) * 1000 + latencyMs;

const THREE_FIELDS = {
	name: '={{ $json.name }}',
	additionalFields: { telNo: '={{ $json.telNo }}', address: '={{ $json.address }}' },
};

const AUTOMATIC = {
	fieldsFrom: 'input',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

const contender = (name: string, nodes: readonly WorkflowNode[]): Contender => ({ name, nodes });

const bulk = (target: Target): Job => ({
	name: '10,000 customers in bulk, three fields',
	latencyMs: 300,
	requests: 10_000 / PER_REQUEST,
	bare: (v2) => bulkBodies(v2, 10_000),
	before: [rows(10_000)],
	items: 10_000,
	makes: { kind: 'customer', count: 10_000 },
	contenders: [
		contender('Sales Management, three expressions', [
			own(target, 'customer.createMany', THREE_FIELDS),
		]),
		contender('Sales Management, automatic mapping', [
			own(target, 'customer.createMany', AUTOMATIC),
		]),
		contender('Code and HTTP Request, five a second', [
			batches(),
			http(target, '/customers/bulk', { ...posted, options: FIVE_A_SECOND }),
		]),
	],
});

const readAll = (target: Target, latencyMs: number): Job => ({
	name: '50,000 deals',
	latencyMs,
	requests: 50_000 / PER_REQUEST,
	bare: (v2) => pageRequests(v2, 50_000 / PER_REQUEST),
	items: 50_000,
	before: [],
	contenders: [
		contender('Sales Management', [own(target, 'deal.getMany', { returnAll: true })]),
		// Faster answers than that would be too many requests a second, which the node can't wait for.
		contender('HTTP Request with pagination', pagesOfDeals(target, latencyMs < 200 ? 200 : 0)),
	],
});

const singly = (target: Target): Job => ({
	name: '100 customers one by one',
	latencyMs: 300,
	requests: 100,
	bare: (v2) => singleBodies(v2, 100),
	before: [rows(100)],
	items: 100,
	makes: { kind: 'customer', count: 100 },
	contenders: [
		contender('Sales Management', [own(target, 'customer.create', THREE_FIELDS)]),
		contender('HTTP Request, five a second', [
			http(target, '/customers', { ...posted, options: FIVE_A_SECOND }),
		]),
	],
});

const DEAL_IN_BATCHES = {
	dealId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { batchLookup: true },
};

/** The first deals have these IDs. */
const getById = (target: Target): Job => ({
	name: '300 deals by ID',
	latencyMs: 300,
	requests: Math.ceil(300 / PER_SEARCH),
	bare: (v2) => searches(v2, 300, PER_SEARCH),
	before: [numbers(300)],
	items: 300,
	contenders: [
		contender('Sales Management', [own(target, 'deal.get', DEAL_IN_BATCHES)]),
		contender('HTTP Request, five a second', [
			http(target, '=/deals/{{ $json.id }}', { options: FIVE_A_SECOND }),
		]),
	],
});

export const jobsFor = (target: Target): Job[] => [
	bulk(target),
	singly(target),
	getById(target),
	...[50, 300, 800].map((latencyMs) => readAll(target, latencyMs)),
];
