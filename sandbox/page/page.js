/** The sandbox's page. Values of records and requests become text of nodes, and never markup. */
const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children.flat());
	return element;
}
const button = (text, onclick) => make('button', { type: 'button', onclick }, text);
const link = (href, text, isHere) => make('a', { href, ariaCurrent: isHere ? 'page' : null }, text);
const table = (headings, rows) =>
	make(
		'table',
		{},
		[headings, ...rows].map((cells, line) =>
			make(
				'tr',
				{},
				cells.map((nodes) => make(line === 0 ? 'th' : 'td', {}, nodes)),
			),
		),
	);

const drawn = new Map();
/** Fills an element if its content has changed; the element with the focus keeps it. */
function fill(id, content, nodesOf) {
	const text = JSON.stringify(content);
	if (drawn.get(id) === text) return;
	drawn.set(id, text);
	const focused = document.activeElement?.id;
	byId(id).replaceChildren(...[nodesOf(content)].flat());
	if (focused) byId(focused)?.focus();
}

const say = (text) => (byId('status').textContent = text);
const sayWhy = ({ message }) => say(message);

async function call(path, method = 'GET', body = undefined) {
	const headers = body === undefined ? {} : { 'content-type': 'application/json' };
	const response = await fetch(path, { method, headers, body });
	const text = await response.text();
	const content = text === '' ? {} : JSON.parse(text);
	if (!response.ok) throw new Error(content.messages?.join('; ') ?? `Status ${response.status}`);
	return content;
}

/**
 * Calls `/__sandbox`, and shows whether that succeeded.
 * @param done the message of success
 * @param body as JSON
 */
async function steer(done, path, method, body) {
	await call(`/__sandbox${path}`, method, body).then(() => say(done), sayWhy);
	drawn.delete('options');
	await look().catch(sayWhy);
}

const choices = await call('/page/options');
const wonPhases = (await call('/page/phases')).filter(({ status }) => status === 2);

// Records

/** The query of the list, from the page's address: `#kind=deal&searchWord=north`. */
const place = () => location.hash.slice(1) || 'kind=deal';
const asked = () => Object.fromEntries(new URLSearchParams(place()));
const addressOf = (to) => `#${new URLSearchParams(to)}`;
const { customObjects } = await call('/__sandbox/definitions');
/** The kinds of record: their names, and the parameters of the address that stand for each. */
const kinds = [
	...['customer', 'deal', 'contact', 'customerAction', 'dealAction', 'contactAction', 'user'].map(
		(kind) => [kind, { kind }],
	),
	...customObjects.map(({ key }) => [key, { kind: 'customObject', definition: key }]),
];

/**
 * The text that the page shows for a value: for a reference its name, for a custom value also the
 * name of its field.
 */
function shown(value) {
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	if ('value' in value) return value.value === null ? '' : `${value.name}: ${value.value}`;
	return value.name ?? Object.values(value).map(shown).filter(Boolean).join(', ');
}

/** A button that moves a deal to the won phase of its type, as a second client of the service would. */
function wonButton({ id, name, dealType, phase }) {
	const won = wonPhases.find(({ dealTypeId }) => dealTypeId === dealType?.id);
	if (!won || won.id === phase.id) return [];
	// Without a reason the rules refuse a deal that is won (v2 §2.6).
	const row = { id, phase: { id: won.id }, reason: 'Moved on the page of the sandbox' };
	const move = () =>
		steer(`“${name}” is in ${won.name} now.`, '/records/deal', 'POST', JSON.stringify([row]));
	return button(`Move to ${won.name}`, move);
}

/** One line for a record, which opens to a table of all its properties. */
function recordLine(record, isOpen) {
	const { id, ...properties } = record;
	const named = Object.entries(properties).map(([name, value]) => [name, shown(value)]);
	const told = named.flatMap(([, text]) => text || []).slice(0, 4);
	const details = make(
		'details',
		{ id, open: isOpen },
		make('summary', {}, `${id} `, told.join(', ')),
		table(['Property', 'Value'], named),
	);
	return make('div', { className: 'record' }, details, wonButton(record));
}

async function show() {
	const at = place();
	const list = await call(`/page/records?${at}`);
	if (at !== place()) return;
	const { kind, definition = kind, searchWord = '' } = asked();
	fill('kinds', definition, () =>
		kinds.map(([name, to]) => link(addressOf(to), name, name === definition)),
	);
	const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id);
	fill('view', [at, list], () => [
		make('p', {}, `${list.totalCount} found`),
		...Object.values(list)
			.find(Array.isArray)
			.map((record) => recordLine(record, open.includes(String(record.id)))),
		...(list.nextCursor
			? [link(addressOf({ ...asked(), cursor: list.nextCursor }), 'Next →')]
			: []),
	]);
	byId('search').hidden = !['customer', 'deal', 'contact'].includes(kind);
	if (document.activeElement !== byId('words')) byId('words').value = searchWord;
}

// Requests and pace

function requestRow({ time, method, path, query, status, tokenKind, fault }) {
	const answer = fault ?? status ?? 'none yet';
	const isBad = fault || status >= 400;
	return [
		time.slice(11, 19),
		[`${method} ${path} `, make('small', {}, query === '' ? '' : `?${query}`)],
		make('span', { className: isBad ? 'bad' : '' }, String(answer)),
		tokenKind ?? 'none',
	];
}

/**
 * Rows of bars, one for each credential and outcome (accepted, or 429): the requests in each of the
 * last sixty seconds.
 */
function paceNodes(requests) {
	const rows = new Map();
	for (const { ago, status, tokenKind, tokenNumber } of requests) {
		const name = `${tokenKind} ${tokenNumber} ${status === 429 ? 'refused with 429' : 'accepted'}`;
		const seconds = rows.get(name) ?? new Array(60).fill(0);
		seconds[59 - ago]++;
		rows.set(name, seconds);
	}
	return [...rows].sort().map(([name, seconds]) => {
		const bars = seconds.map((count) => ' ▁▂▃▄▅▆▇█'[Math.min(count, 8)]).join('');
		const sum = seconds.reduce((total, count) => total + count, 0);
		const className = name.endsWith('429') ? 'bad' : '';
		return make('figure', { className }, make('pre', {}, bars), `${name}: ${sum}`);
	});
}

// Options, faults, starting over

/** How the page writes a value of an option. */
const switched = new Map([
	[true, 'on'],
	[false, 'off'],
]);
const inWords = (value) =>
	typeof value === 'object'
		? Object.entries(value)
				.map((pair) => pair.join(' '))
				.join(', ')
		: (switched.get(value) ?? value);

const choiceText = (one, meaning) => (meaning ? `${one}: ${meaning}` : inWords(one));

function optionLine([name, option], value) {
	const { type, enum: some, says: meanings, title, description, default: preset } = option;
	const allowed = type === 'boolean' ? [true, false] : some;
	const input = allowed
		? make(
				'select',
				{},
				allowed.map((one, at) => new Option(choiceText(one, meanings?.[at]), JSON.stringify(one))),
			)
		: make('input', { type: type === 'integer' ? 'number' : 'text' });
	Object.assign(input, { id: name, value: JSON.stringify(value) });
	// An emptied field restores the default.
	input.onchange = () =>
		steer(`“${title}” is changed.`, '/options', 'PATCH', `{"${name}":${input.value || null}}`);
	const usual = JSON.stringify(preset);
	const says = make('small', {}, `${description}. Usually ${inWords(preset)}.`);
	const className = JSON.stringify(value) === usual ? '' : 'on';
	return make(
		'li',
		{ className },
		make('label', { htmlFor: name }, `${title} `, make('code', {}, name), says),
		input,
	);
}

function faultLine({ number, left, match = {}, status = 500, action, after }) {
	const isThis = (fault) => (action ? fault.action === action : fault.status === status);
	const known = [...byId('failure').options].find(({ value }) => isThis(JSON.parse(value)));
	const what = `${known?.text ?? `status ${status}`}${after ? ', after they were carried out' : ''}`;
	const where = [match.method ?? '', match.path ?? 'any address'].join(' ').trim();
	const which = left === 1 ? 'request' : `${left} requests`;
	const text = `The next ${which} to ${where}: ${what}`;
	const clear = () => steer('The fault is cleared.', `/faults/${number}`, 'DELETE');
	return make('li', { className: 'on' }, text, button('Clear', clear));
}

byId('fault').onsubmit = (event) => {
	event.preventDefault();
	const path = byId('path').value.trim();
	const fault = { match: path === '' ? {} : { path }, times: byId('times').valueAsNumber };
	const failure = JSON.parse(byId('failure').value);
	void steer(
		'The fault is switched on.',
		'/faults',
		'POST',
		JSON.stringify({ ...fault, ...failure }),
	);
};

for (const again of byId('again').querySelectorAll('button')) {
	again.onclick = () => {
		if (!confirm('This ends what was made here: records, options, faults, the log, the clock.'))
			return;
		say('Starting over …');
		void steer('Started over.', '/reset', 'POST', again.value);
	};
}

// Addresses, access tokens, and what happens by itself

const codeLine = ([name, text]) => make('li', {}, `${name} `, make('code', {}, text));
for (const version of ['v2', 'v1']) {
	byId('addresses').append(codeLine([`Base URL of ${version}`, `${location.origin}/${version}`]));
}
byId('show').onclick = async () => {
	byId('addresses').append(...Object.entries(await call('/page/credentials')).map(codeLine));
	byId('show').remove();
};

let written;

async function look() {
	const { now, requests, ignored, faults, options, writes } = await call('/page/live');
	const headings = ['UTC', 'Request', 'Response', 'Token'];
	fill('requests', requests.slice(0, 40), (latest) => table(headings, latest.map(requestRow)));
	const recent = requests
		.map((one) => ({ ...one, ago: Math.floor((now - Date.parse(one.time)) / 1000) }))
		.filter(({ ago, tokenKind }) => tokenKind && ago < 60);
	fill('pace', recent, paceNodes);
	fill('ignored', ignored, () => Object.entries(ignored).map(codeLine));
	fill('faults', faults, () => faults.map(faultLine));
	fill('options', options, () =>
		Object.entries(choices).map((one) => optionLine(one, options[one[0]])),
	);
	if (writes === written) return;
	written = writes;
	await show().catch(sayWhy);
}

async function watch() {
	if (!document.hidden && !byId('pause').checked) {
		await look().catch(() => say('The sandbox does not answer.'));
	}
	setTimeout(watch, 1000);
}

window.onhashchange = () => {
	// Words that were typed on one list are not looked for on another.
	clearTimeout(typing);
	void show().catch(sayWhy);
};

let typing;
function search() {
	location.replace(addressOf({ ...asked(), cursor: '', searchWord: byId('words').value }));
}
byId('words').oninput = () => {
	clearTimeout(typing);
	typing = setTimeout(search, 300);
};
byId('search').onsubmit = (event) => {
	event.preventDefault();
	search();
};
void watch();
