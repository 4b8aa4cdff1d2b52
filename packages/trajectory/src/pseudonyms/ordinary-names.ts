/** Accounts and hosts that belong to machines rather than to people: they are kept as they are. */
const machineAccounts = new Set(
  `root user users admin administrator ubuntu debian fedora centos ec2-user opc azureuser vagrant runner runneradmin ci
  build builder jenkins gitlab-runner circleci travis docker node app www www-data nobody daemon bin sys mail git
  postgres mysql redis vscode codespace coder gitpod jovyan openhands swe-agent agent sandbox workspace testbed default
  guest public shared shared-data all users localhost localhost.localdomain host container buildkitsandbox linuxbrew
  conda mambauser nonroot dev developer devel work worker me my you someone username your-username your_username name
  foo bar baz test tester example system assistant`.split(/\s+/),
);

/**
 * Words of code and prose that are names of people too. Such a name is replaced where it stands as a name (in a home path, a
 * prompt, an address), not wherever the word occurs.
 */
const ordinaryWords = new Set(
  `abs all amber angel april art august autumn bash basic bill blaze bob brook buck case chance charity chase clay code
  copy core count crystal dale data dawn dean debug dell diamond dot drew duke earl echo edge eve faith file finn fish
  flask flip forest frank gene glen grace grant guy hall harmony heath heather hope iris ivan ivory ivy jack jade jam
  jasmine java jay jewel john joy june kernel king lance lane lark lee lily link list local log love main major map
  mark max may mercy merit miles min misty model module nick norm object olive opal page paris park patch path patience
  pearl penny perl pierce piper pip pop prince process query rain ray reed rex rich rob rob robin root rose ruby rust
  sage sandy scala script server shell sky source spring star state sterling stone string sum summer sunny table tag
  task temple terry time tom trace tree true trust type union unique value victor violet wade walker ward web will
  willow winter wood worth writer zip zone`.split(/\s+/),
);

/** Words of our own records: a name that is one of them must not change a record's form. */
const recordWords = new Set(
  `schemaversion taskid agent version model limits turns costusd seconds seed exitstatus health finalpatch usage tools
  steps extra index source turn text reasoning toolcalls observations edits marks timestamp name arguments callid content
  iserror exitcode path kind oldpath oldtext newtext succeeded functions system create modify delete rename revert tool
  shell healthy error timeout infra demonstration synthetic copied-context condensation subagent workingdirectory
  prompttokens completiontokens cachedtokens command input code script keystrokes description function parameters
  properties required string object number boolean array null`.split(/\s+/),
);

/** True for a name that tells nothing about a person: an account of a machine, a container's id. */
export function isMachineName(name: string): boolean {
  const plain = name.toLowerCase();
  return (
    machineAccounts.has(plain) || /^[0-9a-f]{12}$/.test(plain) || /^\d*$/.test(plain) || /[<>{}$*[\]()]/.test(name)
  );
}

/** True for a name that is replaced wherever it stands as a word: of four characters or more, and no ordinary word. */
export function isTelling(name: string): boolean {
  const plain = name.toLowerCase();
  return name.length >= 4 && !ordinaryWords.has(plain) && !recordWords.has(plain);
}
