/** The sandbox's page. What records and requests hold becomes text of nodes, and never markup. */
const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children.flat());
	return element;
}
const button = (text, onclick) => make('button', { type: 'button', onclick }, text);
const row = (cells) => cells.map((nodes) => make('td', {}, nodes));
function table(headings, rows) {
	const cells = headings.map((text) => make('th', { scope: 'col' }, text));
	const lines = [cells, ...rows].map((one) => make('tr', {}, one));
	return make('table', {}, lines);
}

const drawn = new Map();
/** Fills an element if what it shows has changed; what has the focus keeps it. */
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
	const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
	const text = await response.text();
	const content = text === '' ? {} : JSON.parse(text);
	if (!response.ok) throw new Error(content.messages?.join('; ') ?? `Status ${response.status}`);
	return content;
}

/** Does by a call of `/__sandbox` what a person asked for, and shows what came of it. */
async function steer(done, path, method, body) {
	await call(`/__sandbox${path}`, method, body).then(() => say(done), sayWhy);
	for (const id of ['options', 'dialects']) drawn.delete(id);
	seen.at = 0;
	await look().catch(sayWhy);
}

const about = await call('/page/about');

// Records. The address says which: `#/1/deal/5`, or `#/1/deal/?search=…&page=2`.

let domain = about.domains[0];
let kind = 'customer';
let turn = 0;
const seen = { at: 0, writes: 0 };

const addressOf = ({ kind: of, id = '', text: _, ...query }) =>
	`#/${domain}/${encodeURIComponent(of)}/${id}?${new URLSearchParams(query)}`;
const linkTo = (href, text, isHere) =>
	make('a', { href, ariaCurrent: isHere ? 'page' : null }, text);
const inWords = (values, separator = ', ') =>
	values.flatMap((one, index) => [
		index > 0 ? separator : '',
		one.kind ? linkTo(addressOf(one), one.text) : one,
	]);

async function show() {
	const [path, text] = location.hash.split('?');
	const [, toDomain, toKind, id] = path.split('/').map(decodeURIComponent);
	[domain, kind] = [toDomain || about.domains[0], toKind || 'customer'];
	const query = Object.fromEntries(new URLSearchParams(text));
	const asked = new URLSearchParams({ ...query, domain, kind, ...(id ? { id } : {}) });
	const mine = ++turn;
	const { kinds, view } = await call(`/page/records?${asked}`);
	if (mine !== turn) return;
	const domainTab = (one) => linkTo(`#/${one}/`, `Domain ${one}`, String(one) === String(domain));
	fill('domains', domain, () => about.domains.map(domainTab));
	const kindTab = (one) => linkTo(addressOf(one), one.text, one.kind === kind);
	fill('kinds', [domain, kind, kinds], () => kinds.map(kindTab));
	const wasInside = byId('view').contains(document.activeElement);
	const rows = view.rows.map((cells) => row(cells.map((values) => inWords(values))));
	fill('view', [domain, view], () => [
		make('h3', {}, inWords(view.title)),
		table(view.headings, rows),
		make('p', {}, inWords(view.foot, ' · ')),
	]);
	// Whoever follows a link by keyboard goes on from what it led to.
	if (wasInside && document.activeElement === document.body) byId('view').focus();
	if (document.activeElement !== byId('words')) byId('words').value = query.search ?? '';
}

// Requests and pace

const meanings = { 401: 'no access', 404: 'not found', 429: 'too fast' };

const damages = {
	reset: 'connection broken',
	hang: 'never a response',
	truncate: 'response cut off',
	garbage: 'response garbled',
};

function requestRow({ time, method, path, query, status, tokenKind, fault }) {
	const meaning = meanings[status] ?? (status < 400 ? 'OK' : status < 500 ? 'refused' : 'failed');
	const answer = status === null ? 'none yet' : `${status} ${meaning}`;
	const isGood = status !== null && status < 400;
	const className = fault ? 'bad' : status === null ? '' : isGood ? 'good' : 'bad';
	return row([
		time.slice(11, 19),
		[`${method} ${path} `, make('small', {}, query === '' ? '' : `?${query}`)],
		make('span', { className }, damages[fault] ?? answer),
		tokenKind ?? 'none',
	]);
}

function drawing(tag, attributes, ...children) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.append(...children);
	return element;
}

/** One bar a second: what was accepted; above it what was refused with 429, and how many. */
function chart({ name, seconds }, limit) {
	const [step, height] = [10, 100];
	const unit = 85 / Math.max(limit * 1.5, 4, ...seconds.map(([some, more]) => some + more));
	const bars = seconds.flatMap(([accepted, refused], index) => {
		const [x, width] = [index * step, step - 2];
		const [y, top] = [height - accepted * unit, height - (accepted + refused) * unit];
		const bar = drawing('rect', { class: 'accepted', x, y, width, height: accepted * unit });
		if (refused === 0) return [bar];
		const more = drawing('rect', { class: 'refused', x, y: top, width, height: refused * unit });
		return [bar, more, drawing('text', { x: x + width / 2, y: top - 3 }, String(refused))];
	});
	const [x2, y1] = [seconds.length * step, height - limit * unit];
	if (limit > 0) bars.push(drawing('line', { x1: 0, x2, y1, y2: y1 }));
	const sum = (part) => seconds.reduce((total, second) => total + second[part], 0);
	const told = `${name}: ${sum(0)} accepted, ${sum(1)} refused with 429`;
	const picture = drawing('svg', { viewBox: `0 0 ${x2} ${height}`, 'aria-hidden': true }, ...bars);
	return make('figure', {}, picture, make('figcaption', {}, told));
}

function paceNodes([pace, limit]) {
	const rule = limit > 0 ? `at most ${limit} for each token (the line)` : 'no limit';
	const note = `Requests in each second of the last minute, now on the right; ${rule}.`;
	return [make('p', {}, note), ...pace.map((one) => chart(one, limit))];
}

// Options, faults, starting over

/** The options as one list: those within an object follow each other. */
const flat = (schemas, path = []) =>
	Object.entries(schemas).flatMap(([name, schema]) =>
		schema.properties
			? flat(schema.properties, [...path, name])
			: [{ ...schema, path: [...path, name] }],
	);
const optionsKnown = flat(about.options);
const valueAt = (path, values) => path.reduce((inner, name) => inner[name], values);
const changeAt = (path, value) => path.reduceRight((inner, name) => ({ [name]: inner }), value);

function inputFor({ type, anyOf, minimum: min }, value) {
	if (type === 'boolean')
		return make('input', { type: 'checkbox', role: 'switch', checked: value });
	if (!anyOf) return make('input', { type: 'number', min, value });
	const choices = anyOf.map((one) => new Option(one.const, JSON.stringify(one.const)));
	return Object.assign(make('select', {}, choices), { value: JSON.stringify(value) });
}
function held(input) {
	if (input.type === 'checkbox') return input.checked;
	return input.type === 'number' ? input.valueAsNumber : JSON.parse(input.value);
}

function optionLine({ path, description = '', ...schema }, options) {
	const id = path.join('.');
	const [value, preset] = [valueAt(path, options), valueAt(path, about.defaults)];
	const change = (told, to) => steer(told, '/options', 'PATCH', changeAt(path, to));
	const restore = () => change(`${id} is back to its default, ${preset}.`, preset);
	// An emptied field holds no number.
	const set = (to) => (Number.isNaN(to) ? restore() : change(`${id} is now ${to}.`, to));
	const input = inputFor(schema, value);
	Object.assign(input, { id, onchange: () => set(held(input)) });
	const label = make('label', { htmlFor: id }, id, make('small', {}, description));
	if (value === preset) return make('li', {}, label, input);
	const back = button(`Back to ${preset}`, restore);
	return make('li', { className: 'on' }, label, input, back);
}

function faultLine({ number, left, match = {}, status = 500, action, after }) {
	const what = `${action ?? status}${after ? ' after it was carried out' : ''}`;
	const text = `${match.method ?? ''} ${match.path ?? 'any path'}: ${what}, ${left} left`;
	const clear = () => steer('The fault is cleared.', `/faults/${number}`, 'DELETE');
	return make('li', { className: 'on' }, text, button('Clear', clear));
}

/** Another service to try a client against: those that are chosen are spoken together. */
function dialectLine({ name, says }, chosen) {
	const checked = chosen.includes(name);
	const others = chosen.filter((one) => one !== name);
	const names = checked ? others : [...others, name];
	const onchange = () => steer(`${name} is ${checked ? 'off' : 'on'}.`, '/dialects', 'PUT', names);
	const input = make('input', { id: name, type: 'checkbox', role: 'switch', checked, onchange });
	const label = make('label', { htmlFor: name }, name, make('small', {}, says));
	return make('li', { className: checked ? 'on' : '' }, label, input);
}

byId('fault').onsubmit = (event) => {
	event.preventDefault();
	const path = byId('path').value.trim();
	const fault = { match: path === '' ? {} : { path }, times: byId('times').valueAsNumber };
	const failure = JSON.parse(byId('failure').value);
	void steer('The fault is switched on.', '/faults', 'POST', [{ ...fault, ...failure }]);
};

for (const again of byId('again').querySelectorAll('button')) {
	again.onclick = () => {
		byId('yes').onclick = () => {
			byId('question').close();
			say('Starting over …');
			void steer('Started over.', '/reset', 'POST', JSON.parse(again.value));
		};
		byId('question').showModal();
	};
}
byId('no').onclick = () => byId('question').close();

// Addresses, access tokens, and what happens by itself

function copyLine([name, text]) {
	const told = () => say(`${name} is copied.`);
	const copy = () => navigator.clipboard.writeText(text).then(told, sayWhy);
	return make('li', {}, `${name} `, make('code', {}, text), button('Copy', copy));
}
byId('addresses').append(...Object.entries(about.addresses).map(copyLine));
byId('show').onclick = async () => {
	const tokens = await call('/page/credentials');
	byId('addresses').append(...Object.entries(tokens).map(copyLine));
	byId('show').remove();
};

const away = 'The sandbox does not answer.';

async function look() {
	const { requests, pace, faults, options, dialects, writes } = await call('/page/live');
	if (byId('status').textContent === away) say('');
	const headings = ['UTC', 'Request', 'Response', 'Token'];
	fill('requests', requests, () => table(headings, requests.map(requestRow)));
	fill('pace', [pace, options.rateLimit], paceNodes);
	fill('faults', faults, () => faults.map(faultLine));
	const isChanged = ({ path }) => valueAt(path, options) !== valueAt(path, about.defaults);
	const changed = optionsKnown.filter(isChanged).map(({ path }) => path.join('.'));
	fill('changed', changed.join(', ') || 'None', (text) => `Not as by default: ${text}`);
	fill('dialects', dialects, () => about.dialects.map((one) => dialectLine(one, dialects)));
	fill('options', options, () => optionsKnown.map((one) => optionLine(one, options)));
	// What was written appears by itself, but no search is repeated for it.
	if (writes === seen.writes || Date.now() < seen.at + 3000 || byId('words').value !== '') return;
	Object.assign(seen, { at: Date.now(), writes });
	await show().catch(sayWhy);
}

async function watch() {
	if (!document.hidden && !byId('pause').checked) await look().catch(() => say(away));
	setTimeout(watch, 1000);
}

window.onhashchange = () => void show().catch(sayWhy);
byId('search').onsubmit = (event) => event.preventDefault();
let typing;
byId('words').oninput = ({ target }) => {
	clearTimeout(typing);
	typing = setTimeout(() => location.replace(addressOf({ kind, search: target.value })), 250);
};
void watch();
