/** The examples with somebody behind them, in each way of delivering. */
import type { Workflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import { exampleNamed, pollingOften } from '../polling';
import { node } from '../workflows';

export interface Way {
	/** Also the channel of its messages. */
	readonly name: string;
	readonly to: 'mail' | 'chat';
	readonly trigger: string;
	/** Whether the trigger emits its last batch again after a restart. */
	readonly isRepeated: boolean;
	readonly workflow: Workflow;
}

/** From which a way's mails come. */
export const addressOf = ({ name }: Pick<Way, 'name'>) =>
	`${name.replaceAll(' ', '-')}@deals.example`;

const ONCE = 'Remove Duplicates';
const MAIL = 'Mail the Team';

type Links = Readonly<Record<string, readonly string[][]>>;

/** Which nodes follow each output of a node. */
const connected = (links: Links) =>
	Object.fromEntries(
		Object.entries(links).map(([from, outputs]) => [
			from,
			{
				main: outputs.map((names) => names.map((name) => ({ node: name, type: 'main', index: 0 }))),
			},
		]),
	);

/** The node with some of its parameters changed, if it is the one. */
const given =
	(name: string, parameters: object) =>
	(each: WorkflowNode): WorkflowNode =>
		each.name === name ? { ...each, parameters: { ...each.parameters, ...parameters } } : each;

const named = (name: string, to: Way['to'], workflow: Workflow): Workflow =>
	pollingOften({ ...workflow, name: `Chained: ${to}, ${name}` });

/** Won deal to email, from an address of its own; with links between some of its nodes, or as it is. */
function mailing(name: string, links?: Links): Way {
	const example = exampleNamed('won-deal-to-email.json');
	const trigger = 'Won Deal';
	const isRepeated = name !== 'once';
	const used = new Set(links && Object.entries(links).flat(3));
	const nodes = example.nodes
		.filter((each) => !links || used.has(each.name))
		.map(given(MAIL, { fromEmail: addressOf({ name }) }))
		.map(given(trigger, { options: isRepeated ? { delivery: 'atLeastOnce' } : {} }))
		// Without a loop behind it, it needs to put nothing out.
		.map((each) => (links && each.name === ONCE ? { ...each, alwaysOutputData: false } : each));
	const connections = links ? connected(links) : example.connections;
	const workflow = named(name, 'mail', { ...example, nodes, connections });
	return { name, to: 'mail', trigger, isRepeated, workflow };
}

/** New deal to chat, with n8n's Mattermost node behind it, as its note says. */
function chatting(name: 'once' | 'at least once'): Way {
	const example = exampleNamed('new-deal-to-chat.json');
	const trigger = 'New or Changed Deal';
	const isRepeated = name === 'at least once';
	const [customer, plan, message] = ['Its Customer', 'Plan a Follow-Up', 'Chat Message'] as const;
	const post = 'Post to the Chat';
	const posting = node(post, 'n8n-nodes-base.mattermost', {
		parameters: {
			...{ resource: 'message', operation: 'post', channelId: name },
			...{ message: '={{ $json.text }}', attachments: [], otherOptions: {} },
		},
	});
	const once = exampleNamed('each-change-once.json').nodes.filter((each) => each.name === ONCE);
	const options = isRepeated ? { delivery: 'atLeastOnce' } : {};
	const workflow = {
		...example,
		nodes: [
			...example.nodes.map(given(trigger, { options })),
			...(isRepeated ? once : []),
			posting,
		],
		connections: connected({
			...(isRepeated ? { [trigger]: [[ONCE]], [ONCE]: [[customer]] } : { [trigger]: [[customer]] }),
			...{ [customer]: [[plan]], [plan]: [[message]], [message]: [[post]] },
		}),
	};
	return { name, to: 'chat', trigger, isRepeated, workflow: named(name, 'chat', workflow) };
}

/** All of them, as docs/trigger.md compares them. */
export const ways = (): Way[] => [
	mailing('once', { 'Won Deal': [[MAIL]] }),
	mailing('at least once', { 'Won Deal': [[ONCE]], [ONCE]: [[MAIL]] }),
	mailing('one by one'),
	mailing('repeated', { 'Won Deal': [[MAIL]] }),
	chatting('once'),
	chatting('at least once'),
];
