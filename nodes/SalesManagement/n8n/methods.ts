import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import type { Kind } from './formMethods';

/** Where a form names the methods that fill it, and where n8n looks for each. */
const KINDS: Readonly<Record<string, Kind>> = {
	loadOptionsMethod: 'loadOptions',
	searchListMethod: 'listSearch',
	resourceMapperMethod: 'resourceMapping',
};

/** A method that is loaded when it is first called: to show a form takes none of them. */
const whenCalled = (kind: Kind, name: string) =>
	async function (this: ILoadOptionsFunctions, ...args: [filter?: string, token?: string]) {
		const { filled } = await import('./formMethods');
		return await filled([kind, name], this, args);
	};

async function credentialTest(this: ICredentialTestFunctions, credential: ICredentialsDecrypted) {
	const { credentialTest: test } = await import('./credentialTest');
	return await test.call(this, credential);
}

/** The methods that the properties of a form name, and the test of the credentials. */
export function methodsFor(properties: readonly INodeProperties[]): INodeType['methods'] {
	const methods: Record<Kind, Record<string, ReturnType<typeof whenCalled>>> = {
		loadOptions: {},
		listSearch: {},
		resourceMapping: {},
	};
	JSON.stringify(properties, (key, value: unknown) => {
		const kind = KINDS[key];
		if (kind && typeof value === 'string') {
			methods[kind][value] ??= whenCalled(kind, value);
		}
		return value;
	});
	return { ...(methods as INodeType['methods']), credentialTest: { credentialTest } };
}
