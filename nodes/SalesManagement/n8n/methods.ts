import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import type { FormMethodKind } from './formMethods';

/** The properties in which a form names its methods, and the place where n8n looks for each kind. */
const KINDS: Readonly<Record<string, FormMethodKind>> = {
	loadOptionsMethod: 'loadOptions',
	searchListMethod: 'listSearch',
	resourceMapperMethod: 'resourceMapping',
};

/** A method that is loaded when it is first called: showing a form needs none of them. */
const whenCalled = (kind: FormMethodKind, name: string) =>
	async function (this: ILoadOptionsFunctions, ...args: [filter?: string, token?: string]) {
		const { callFormMethod } = await import('./formMethods');
		return await callFormMethod(kind, name, this, args);
	};

async function credentialTest(this: ICredentialTestFunctions, credential: ICredentialsDecrypted) {
	const { testCredential } = await import('./credentialTest');
	return await testCredential(this, credential);
}

/** The methods that the properties of a form name, and the test of the credentials. */
export function methodsFor(properties: readonly INodeProperties[]): INodeType['methods'] {
	const methods: Record<FormMethodKind, Record<string, ReturnType<typeof whenCalled>>> = {
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
