/** The parts of the description that both nodes have. */
import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import { CREDENTIAL_TYPES } from '../api/credential/credential';
import choice from './authentication.json';

/**
 * The choice of the credential. Since every credential below is required and depends on `authentication` (not
 * `/authentication`), the editor shows one control for all of them: the list of the existing credentials of
 * all kinds, and this choice when a new one is created.
 */
export const authentication = choice as INodeProperties;

/** `testedBy` is a method of both nodes (credentialTest.ts). */
export const credentials: INodeCredentialDescription[] = Object.entries(CREDENTIAL_TYPES).map(
	([kind, name]) => ({
		name,
		required: true,
		testedBy: 'credentialTest',
		displayOptions: { show: { authentication: [kind] } },
	}),
);

/** A dropdown's value in words, as an expression: `dealAction` becomes `Deal action`. */
const inWords = (parameter: string) =>
	`$parameter["${parameter}"].replace(/([A-Z])/g, " $1").toSentenceCase()`;

/** The text below a node on the canvas, such as `Create: Deal action`. */
export const subtitleOf = (parameter: 'operation' | 'event'): string =>
	`={{ ${inWords(parameter)} + ": " + ${inWords('resource')} }}`;
