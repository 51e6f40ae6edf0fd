/**
 * The rules of this project, for all files. Those of n8n, for what users install, are in eslint.config.mjs, which n8n's
 * strict mode wants unchanged; `npm run lint` runs both.
 */
const { createNodeResolver, importX } = require('eslint-plugin-import-x');
const n8nNodesBase = require('eslint-plugin-n8n-nodes-base');
const tseslint = require('typescript-eslint');

const house = {
	rules: {
		'no-import-circle': require('./scripts/no-import-circle'),
		'one-meaning': require('./scripts/one-meaning'),
		'subject-first': require('./scripts/subject-first'),
	},
};

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];

const node = './nodes/SalesManagement';
/** The picture of CONTRIBUTING.md: each part may import those after it; the parts of one line know nothing of each other. */
const downward = [
	['*.node.ts'],
	['n8n', 'trigger', 'check'],
	['operations/*.ts'],
	['operations/sending', 'operations/reading'],
	['operations/telling'],
	['operations/items'],
	['operations/form'],
	['operations/model'],
	['lookups'],
	['records'],
	['files'],
	['fields'],
	['api'],
	['shared'],
];
const parts = downward.flat();
/** The loose files of these folders are their top: they import its subfolders, never the reverse. */
const withTop = [
	'api',
	'fields',
	'lookups',
	'operations/items',
	'operations/reading',
	'operations/sending',
	'operations/telling',
];
const within = (part) => `${node}/${part}${part.includes('.') ? '' : '/**/*'}`;
/** The parts of the sandbox, from the ground up, and which others each may import. */
const ground = ['contract', 'domain', 'operations'];
const sandboxParts = {
	contract: [],
	dialects: ['contract'],
	domain: ['contract', 'dialects'],
	operations: ['contract', 'dialects', 'domain'],
	v1: ground,
	v2: ground,
	seed: ['contract', 'domain'],
	http: [...ground, 'dialects', 'seed'],
	openapi: [...ground, 'v1', 'v2', 'http'],
	admin: ['contract', 'domain', 'dialects', 'http', 'seed'],
	page: ['contract', 'domain', 'dialects', 'http', 'v2'],
};
const sandboxZones = Object.entries(sandboxParts).map(([part, below]) => ({
	target: `./sandbox/${part}/**/*`,
	from: [
		'./sandbox/*.ts',
		...Object.keys(sandboxParts)
			.filter((other) => other !== part && !below.includes(other))
			.map((other) => `./sandbox/${other}/**/*`),
	],
	message: `Of the sandbox, ${part} may import ${below.join(', ') || 'nothing'}: docs/sandbox.md.`,
}));
/** The same within the domain: properties are data, the store knows no rules, and the rules no kind of record. */
const domainZones = [
	['properties', ['store', 'rules', 'records', '*.ts']],
	['store', ['rules', 'records', '*.ts']],
	['rules', ['records']],
	['*.ts', ['rules', 'records']],
].map(([part, above]) => ({
	target: `./sandbox/domain/${part}${part.includes('.') ? '' : '/**/*'}`,
	from: above.map((other) => `./sandbox/domain/${other}${other.includes('.') ? '' : '/**/*'}`),
	message: 'In sandbox/domain: records → rules → store → properties, never back.',
}));

/** The folders whose comments were read for it; the rest of the project follows. */
const subjectFirstIn = ['acceptance', 'credentials', 'demo', 'nodes', 'sandbox', 'scripts'].map(
	(part) => `${part}/**/*.{ts,js,mjs,cjs}`,
);

/** What a test may know of the connector, so that its inside can be rewritten: test/README.md. */
const seams = [
	...['SalesManagement.node.ts', 'SalesManagement.node.json', 'SalesManagementTrigger.node.ts'],
	'shared/index.ts',
	...['api', 'polling', 'records', 'fields', 'files'].map((folder) => `${folder}/index.ts`),
];

const zones = [
	{
		target: ['./test/**/*', './harness/**/*'],
		from: node,
		except: seams,
		message: 'Tests know the two nodes, and the index files of six folders.',
	},
	{
		target: ['acceptance', 'bench', 'demo', 'harness', 'sandbox', 'scripts'].map(
			(folder) => `./${folder}/**/*`,
		),
		from: './test/**/*',
		message: 'Only tests know tests; what others need of n8n is in harness/.',
	},
	...sandboxZones,
	...domainZones,
	...downward.slice(1).flatMap((line, place) =>
		line.map((part) => ({
			target: within(part),
			from: [...downward.slice(0, place + 1).flat(), ...line.filter((other) => other !== part)].map(
				within,
			),
			message: 'Imports run only downward: the picture in CONTRIBUTING.md.',
		})),
	),
	...withTop.map((folder) => ({
		target: `${node}/${folder}/*/**/*`,
		from: `${node}/${folder}/*.ts`,
		message:
			'The loose files of a folder are its top: they import its subfolders, never the reverse.',
	})),
	{
		target: `${node}/fields/values/*.ts`,
		from: `${node}/fields/types/*.ts`,
		message: 'The types of fields share these values, which know no type.',
	},
	{
		target: `${node}/operations/!(index|run).ts`,
		from: `${node}/operations/*.ts`,
		message: 'No verb imports a verb: what two share is in a subfolder.',
	},
	{
		target: within('polling'),
		from: parts.filter((part) => part !== 'shared').map(within),
		message: 'The polling engine is pure: it is handed a source of pages.',
	},
	{
		target: parts.filter((part) => part !== 'trigger').map(within),
		from: within('polling'),
		message: 'Only the trigger polls.',
	},
	{
		target: ['./nodes/**/*', './credentials/**/*'],
		from: ['sandbox', 'test', 'bench', 'demo', 'scripts', 'acceptance', 'harness'].map(
			(folder) => `./${folder}/**/*`,
		),
		message: 'What users install knows nothing of the sandbox or the tests.',
	},
	{
		target: './sandbox/**/*',
		from: ['./nodes/**/*', './credentials/**/*'],
		message: 'The sandbox is written from the documents, apart from the connector.',
	},
];

module.exports = tseslint.config(
	{ ignores: ['dist/', 'coverage/', 'node_modules/', '.cache/'] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: __dirname },
		},
		plugins: { 'import-x': importX },
		settings: {
			'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })],
		},
		rules: {
			'import-x/no-restricted-paths': ['error', { zones }],
			'max-params': ['error', 4],
			'max-lines-per-function': ['error', { max: 65 }],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			// Matters of taste, which cost more than they show.
			'@typescript-eslint/no-unnecessary-type-arguments': 'off',
			'@typescript-eslint/no-dynamic-delete': 'off',
			// n8n's and fastify's interfaces ask for async functions that need not wait for anything.
			'@typescript-eslint/require-await': 'off',
			// Awaiting on return keeps the function in the stack of an error.
			'@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// They want the text 'main', which n8n-workflow has as `NodeConnectionTypes.Main` by now.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// n8n's own credentials name a page of its documentation there, others an address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['sandbox/**/*.ts', ...published],
		plugins: { house },
		rules: { 'house/no-import-circle': 'error' },
	},
	{ files: published, rules: { 'house/no-import-circle': ['error', 'folders'] } },
	{
		files: ['nodes/**/*.ts'],
		rules: { 'house/one-meaning': ['error', 'nodes'] },
	},
	{
		files: ['acceptance', 'bench', 'demo', 'harness', 'scripts', 'test'].map(
			(folder) => `${folder}/**/*.ts`,
		),
		rules: {
			'no-restricted-globals': ['error', { name: 'fetch', message: 'The client is undici.' }],
			'no-restricted-imports': [
				'error',
				...['node:http', 'node:https'].map((name) => ({
					name,
					importNames: ['Agent', 'get', 'request'],
					message: 'The client is undici.',
				})),
			],
		},
	},
	{ files: subjectFirstIn, plugins: { house }, rules: { 'house/subject-first': 'error' } },
	{
		files: ['nodes/*/polling/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					paths: [
						{ name: 'n8n-workflow', message: 'The polling engine is pure: it knows no n8n.' },
					],
				},
			],
		},
	},
	{
		// A test looks into answers whose shape is what it checks, and the harness into n8n.
		files: ['harness/**/*.ts', 'test/**/*.ts'],
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/unbound-method': 'off',
			// A describe block is a list of tests, and a row of test.each a list of its own.
			'max-lines-per-function': 'off',
			'max-params': 'off',
		},
	},
);
