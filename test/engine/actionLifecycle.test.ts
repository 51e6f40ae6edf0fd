import {
	contactActionScenario,
	customerActionScenario,
	dealActionScenario,
} from './support/scenarios/actionScenarios';
import { runScenario } from './support/scenarios/runScenario';

runScenario('customerAction', 'a customer action', customerActionScenario);
runScenario('dealAction', 'a deal action', dealActionScenario);
runScenario('contactAction', 'a contact action', contactActionScenario);
