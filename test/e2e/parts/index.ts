import { account } from './account';
import { agent } from './agent';
import { builders } from './builders';
import { clicks } from './clicks';
import { credentials } from './credentials';
import { editor } from './editor';
import { errors } from './errors';
import { examples } from './examples';
import { files, filesElsewhere } from './files';
import { forms } from './forms';
import { install } from './install';
import { killed } from './killed';
import { operations } from './operations';
import type { Part } from './part';
import { playground } from './playground';
import { queue } from './queue';
import { sandboxPage } from './sandboxPage';
import { settings } from './settings';
import { trigger } from './trigger';

/** Every part, in the order in which they run. */
export const PARTS: readonly Part[] = [
	install,
	credentials,
	operations,
	errors,
	files,
	filesElsewhere,
	trigger,
	examples,
	agent,
	builders,
	killed,
	settings,
	queue,
	account,
	editor,
	forms,
	clicks,
	sandboxPage,
	playground,
];
