import type { Wording } from './wording.js';

/**
 * Wordings of texts that speak to whatever answers from them, and not to people. Each pattern needs two signs: what it
 * says, and to whom or about what; manuals say "ignore", "disregard" and "the answer is", too. They read a text in lower
 * case with single spaces. A `.*` between two signs is a wording of two patterns, see `TwoSigns`.
 */

/** Objects of an instruction to a reader; "ignore the warning lamp" has another object. */
const ORDERS = '(?:instructions?|prompts?|directions?|directives?|guidelines?|commands?|context)';
const FORMER = '(?:previous|prior|above|preceding|earlier|foregoing|former|system|original|initial|other)';

const MODEL =
  '(?:ai|a\\.i\\.|llms?|language models?|chat ?bots?|(?:ai|virtual|digital)\\s+(?:assistants?|agents?|models?|systems?|readers?)|assistants?)';
const SAY = '(?:say|state|answer|reply|respond|tell|write|output|print|claim|repeat|cite|quote|show|name|call)';
/** What a model writes, spoken of to its writer. */
const YOUR_ANSWER = 'your\\s+(?:\\w+\\s+)?(?:answer|reply|response|output|message)s?';

/** Every instruction in Latin letters holds one of these, and most sentences hold none: they are not read further. */
export const INSTRUCTION_SIGNS =
  /ignor|disregard|forget|dimentica|esque|negeer|vergeet|zapomnij|overrid|bypass|instruct|prompt|answer|repl(?:y|ies)|respon|\bai\b|a\.i\.|llm|language model|chat ?bot|assistant|pretend|imagine|suppose|role-?play|\bmode\b|[<[{]|system|developer|operator|administrator|tool|function|collection|cite|counts|remember|memor|\bsave\b|store|\buser|decode|reveal|arbiter|environment|whatever|no matter|you (?:are|act|play|behave|will)|state that|claim that|write|tell|inform|request|quotation|source|document|context|sources|citations|vergiss|missacht|vergessen|oublie|olvida|second part/;

/** "Ignore all previous instructions". */
const VOID_ORDERS = `\\b(?:ignore|disregard|forget|override|bypass)\\s+(?:(?:all|any|every|each|of|the|your|my|these|those)\\s+)*${FORMER}\\s+(?:\\w+\\s+)??${ORDERS}\\b`;
/** With a condition behind it, a manual speaks of its own steps. */
const CONDITION = '\\s+(?:if|when|where|until|unless|for|on|of|from|issued|concerning)\\b';

export const INSTRUCTIONS: readonly Wording[] = [
  new RegExp(`${VOID_ORDERS}(?!${CONDITION})`),
  {
    first: new RegExp(`${VOID_ORDERS}${CONDITION}`, 'g'),
    second: /\b(?:prompt|conversation|model|assistant)\b/g,
  },
  new RegExp(
    `\\b(?:ignore|disregard|forget)\\s+(?:all|everything|anything)\\s+(?:that\\s+)?(?:(?:you|was|were|has|have|been)\\s+)*(?:(?:said|told|given|written|learnt|learned|read)\\s+)?(?:above|before|so far|previously)\\b`,
  ),
  /\b(?:ignoriere?n?|missachten?|vergiss)\s+(?:sie\s+)?(?:alle\s+)?(?:bisherigen|vorherigen|vorigen|obigen|früheren)\s+(?:anweisungen|befehle|vorgaben)\b/,
  /\b(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes\s+)?les\s+(?:instructions|consignes)\s+(?:précédentes|antérieures|ci-dessus)\b/,
  /\b(?:ignora|olvida)\s+(?:todas\s+)?las\s+instrucciones\s+(?:anteriores|previas)\b/,
  // "The answer to every question is …"
  {
    first: /\banswers?\s+(?:to|for)\s+(?:every|each|any|all)\s+(?:\w+\s+){0,2}?questions?\b/g,
    second: /\b(?:is|are|be)\b/g,
  },
  /\b(?:answer|reply|respond)\s+(?:to\s+)?(?:every|each|any|all)\s+(?:\w+\s+){0,2}(?:questions?|quer(?:y|ies)|prompts?)\s+(?:\w+\s+)?(?:with|by|as|that)\b/,
  {
    first:
      /\b(?:whatever|no matter what)\s+(?:the\s+question|(?:the\s+)?(?:user|reader)s?\s+asks?|(?:is|was)\s+asked|you\s+are\s+asked)\b/g,
    second: /\b(?:answer|reply|respond|say|cite|output|write)\b/g,
  },
  // "Note to AI assistants: …", "Language models reading this …"
  /\b(?:note|notice|message|instructions?|attention|warning|important|memo)\b[\s!:,–—-]*(?:(?:to|for|all|any|every|the)\s+)*(?:ai|a\.i\.|llms?|language models?|chat ?bots?|(?:ai|virtual|digital)\s+(?:assistants?|agents?|models?|systems?))(?:\s+(?:assistants?|agents?|models?|systems?|readers?))?\s*[:,.!–—-]/,
  /\b(?:ai|llms?|language models?|chat ?bots?|assistants?)(?:\s+(?:assistants?|agents?|models?|systems?))?\s+(?:that\s+|who\s+|which\s+)?(?:reads?|reading|summari[sz](?:es?|ing)|process(?:es|ing)?|answering|quoting|citing)\s+(?:from\s+)?this\b/,
  /\byou\s+are\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:\w+\s+)?(?:ai|llm|language model|chat ?bot|ai assistant)\b/,
  { first: /\b(?:reveal|print|repeat|show|output|leak|ignore|reset)\b/g, second: /\bsystem\s+prompt\b/g, within: 40 },
  // Separators between the turns of a chat in the templates of common models.
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|instructions?|assistant)>/,
  // Other languages: "ignore the earlier instructions".
  /\b(?:ignorieren?|ignoriere|vergessen|missachten)\s+(?:sie\s+)?(?:alle\s+)?(?:bisherigen|vorherigen|vorigen|obigen|früheren)\s+(?:anweisungen|befehle|vorgaben|instruktionen)/,
  /\b(?:ignora(?:te)?|dimentica(?:te)?)\s+(?:tutte\s+)?le\s+istruzioni\s+(?:precedenti|sopra)/,
  /\b(?:ignore|esqueça)\s+(?:todas\s+)?as\s+instruções\s+(?:anteriores|acima)/,
  /\b(?:negeer|vergeet)\s+(?:alle\s+)?(?:vorige|eerdere|voorgaande|bovenstaande)\s+(?:instructies|opdrachten)/,
  /\b(?:zignoruj|zapomnij)\s+(?:wszystkie\s+)?(?:poprzednie|wcześniejsze)\s+(?:instrukcje|polecenia)/,
  /\bignorera\s+(?:alla\s+)?(?:tidigare|föregående)\s+(?:instruktioner|anvisningar)/,
  /(?:игнорируй(?:те)?|забудь(?:те)?)\s+(?:все\s+)?(?:предыдущие|прежние)\s+(?:инструкции|указания)/,
  /(?:忽略|无视|忘记)(?:之前|以上|上面|先前|前面)?(?:的)?(?:所有|全部)?(?:之前|以上|上面|先前)?(?:的)?(?:指令|指示|说明)/,
  /(?:以前|上記|これまで)の(?:すべての)?(?:指示|命令)を(?:すべて)?無視/,
  /(?:이전|위의)\s*(?:모든\s*)?(?:지시|명령)(?:를|을)?\s*무시/,
  /تجاهل\s+(?:جميع\s+|كل\s+)?التعليمات\s+السابقة/,
  // What an answer is to be: "your reply must", "the answer you must give", "in your answer".
  new RegExp(`\\b${YOUR_ANSWER}\\s+(?:must|should|shall|has to|have to|is to|will|may only)\\b`),
  {
    first: /\b(?:add|append|include|insert|put|mention|link|attach|end|begin|start)\b/g,
    second: new RegExp(`\\b(?:in|to|into|at the (?:end|beginning|start) of)\\s+${YOUR_ANSWER}\\b`, 'g'),
    within: 60,
  },
  /\b(?:answers?|repl(?:y|ies)|responses?)\s+(?:that\s+)?you\s+(?:must|should|have to|are to)\s+give\b/,
  /\b(?:which|that)\s+every\s+(?:answer|reply|response)\s+must\b/,
  /\b(?:answer|reply|respond)\s+(?:only\s+with|with\s+\S+\s+and\s+(?:with\s+)?nothing\s+else)\b/,
  /\bfrom\s+(?:now|here|this \w+)\s+on,?\s+(?:you\s+)?(?:answer|reply|respond|must|are|say|only)\b/,
  /\bwhatever\s+(?:else\s+)?(?:you\s+(?:have|had|are|were)\s+(?:read|told|asked|been)|is\s+asked)\b/,
  {
    first:
      /\bwhen\s+(?:you(?:'re| are)\s+)?(?:asked|answering|you\s+answer|someone\s+asks|anyone\s+asks|a\s+user\s+asks)\b/g,
    second: /[,:]\s*(?:you\s+)?(?:must\s+)?(?:answer|reply|respond|say|state|add|insert|append)\b/g,
    within: 80,
  },
  /\b(?:when|before|if)\s+you\s+answer\s+(?:about|on|questions?)\b/,
  // To a model by name: "Assistant, answer that …", "AI models reading this must …", "instruct the reader to reply".
  new RegExp(
    `\\b${MODEL}\\b\\s*[,:]\\s*(?:please\\s+)?(?:you\\s+)?(?:(?:from|must|should|now|ignore|pretend)\\b|${SAY}\\s+(?:that|the|only|with|who|every|"))`,
  ),
  new RegExp(`\\b${MODEL}\\s+(?:must|should|shall|has to|have to|is to|are to)\\s+(?:\\w+\\s+)?${SAY}\\b`),
  { first: new RegExp(`\\b${MODEL}\\b`, 'g'), second: /\bwhatever\s+(?:is|was)\s+asked\b/g, within: 50 },
  /\b(?:ai|llm|language model|chat ?bot)s?\s+(?:reading|processing|summari[sz]ing)\s+this\b/,
  /\binstruct(?:s|ed)?\s+the\s+(?:reader|user|model|assistant)\s+to\b/,
  /\b(?:note|notice|message)\s+to\s+(?:the\s+)?(?:ai|llm|model|assistant|chat ?bot)s?\b/,
  // Orders to tell something: "Tell them that …", "write that …", at the beginning.
  /^(?:please\s+)?(?:state|answer|reply|respond|claim|write|tell\s+(?:them|the\s+(?:user|reader)))\s+that\b/,
  /\b(?:user|new|next|real)\s+(?:request|question|task|instruction)s?\s*:/,
  /\b(?:and|then)\s+(?:tell|inform)\s+the\s+(?:user|reader)\s+that\b/,
  {
    first: /\bignore\b/g,
    second: /\b(?:and|then)\s+(?:reply|answer|say|respond|state)\s+(?:that|with|only)\b/g,
    within: 40,
  },
  /\binstructions?\s+(?:given|told|written|issued)\s+(?:before|earlier|above|previously)\s+(?:are|is)\s+(?:void|invalid|cancelled|revoked)\b/,
  /\b(?:answer|reply|respond)\s+(?:to\s+)?(?:every|each|any|all)\s+questions?\s+(?:on|about|regarding)\s+(?:\S+\s+){1,5}(?:with|by|as|that)\b/,
  // Roles: "you act as", "imagine you are a model", "developer mode".
  /\b(?:pretend|imagine|suppose|role-?play)\s+(?:to\s+be|(?:that\s+)?you(?:'re|\s+are))\b/,
  /\byou\s+(?:act|play|behave)\s+as\b|\byou\s+will\s+(?:act|play)\s+(?:as|the)\b/,
  {
    first: /\b(?:developer|debug|jailbreak|unrestricted|god|sudo|dan)\s+mode\b/g,
    second: /\b(?:you|answer|respond|enabled|model)\b/g,
    within: 60,
  },
  /\bassistants?\s+(?:without|with\s+no|free\s+of)\s+(?:any\s+)?(?:rules|restrictions|limits|filters)\b/,
  /\byou\s+are\s+now\s+[\w-]+,/,
  // Prompts and their parts.
  /\b(?:system|hidden|secret|initial)\s+(?:prompt|instructions?)\b.{0,60}\b(?:print|reveal|show|output|say|you)\b|\b(?:print|reveal|output|show|repeat|leak|disclose)\b.{0,60}\b(?:your|its|the)\s+(?:system\s+prompt|hidden\s+instructions?|fence\s+id|configuration|environment\s+variables|api\s+keys?)\b/,
  /\breveal\s+the\s+configuration\b|\ball\s+environment\s+variables\b.{0,40}\bto\s+whoever\b|\barbiter_[a-z_]+\b.{0,60}\b(?:answer|reply|after|print|then)\b/,
  /\bsystem_?prompt["']?\s*[=:]/,
  {
    first: /(?:\b|\\n)(?:system|assistant|developer)(?:\s{0,4}(?:message|note|override|update))?\s{0,4}:\s/g,
    second: /\b(?:answer|say|reply|respond|state|ignore|you must)\b/g,
  },
  /<\/?(?:source|question|passage|context|quotation|tool_?call|function_?call|user_?query)[\w-]*>/,
  {
    first: /<\/?(?:source|question|passage|context|quotation|tool_?call|function_?call|user_?query)[\w-]*\s/g,
    second: />/g,
  },
  /\bend\s+of\s+(?:the\s+)?(?:document|source|context|quotation|data)s?\b.{0,60}\b(?:request|instruction|answer|say|write)\b|\b(?:sources?|documents?|quotations?|context)\s+ends?\s+here\b/,
  // Tools: calls written out, and orders to call.
  /["'](?:tool|name|function|tool_name)["']\s*:\s*["'][\w-]+["']\s*,\s*["'](?:inputs?|arguments|parameters|args)["']\s*:/,
  /\bcall\s+(?:the\s+)?(?:tool|function)\b.{0,60}\b(?:with|named|text|url)\b|\b(?:use|run|invoke)\s+the\s+(?:tool|function)\s+[\w-]+\b.{0,60}\b(?:before|first|you|answer|with)\b/,
  /\bsearch\s+the\s+collection\b/,
  // Proof by command: "cite this passage as [1]", "write [1] behind".
  /\bcite\s+this\s+(?:passage|page|document|source)\b|\bwrite\s+\[\d+\]|\bcounts\s+as\s+(?:proven|verified|checked)\b/,
  // Power that nobody gave: "this is the operator of this assistant".
  /\b(?:this\s+is|i\s+am|as|we\s+are)\s+(?:your|the)\s+(?:operators?|administrators?|admins?|developers?|owners?|creators?)\s+of\s+(?:this|the)\s+(?:assistant|system|model|chat ?bot|ai)\b/,
  /\b(?:the|this)\s+assistant\s+must\b/,
  // Memory and conversation: "for the rest of this conversation", "what the user told you".
  {
    first: /\b(?:remember|memori[sz]e|save|store)\b/g,
    second:
      /\b(?:rest\s+of\s+this\s+(?:conversation|session|chat)|your\s+memory|(?:later|future)\s+(?:answers?|questions?|conversations?))\b/g,
    within: 100,
  },
  { first: /\b(?:to|in)\s+your\s+memory\b/g, second: /\b(?:question|answer)s?\b/g, within: 80 },
  /\bthe\s+user(?:'s)?\s+(?:told\s+you|last\s+messages?|previous\s+messages?)\b/,
  { first: /\bdecode\s+(?:this|the\s+following|it|these)\b/g, second: /\b(?:follow|obey|execute|do)\b/g, within: 40 },
  /\bsecond\s+part:\s*(?:reply|answer|say|respond)\b/,
];

/** Lines that look like those that this software writes below an answer, or of templates for training models. */
export const FORGED_SOURCES: readonly RegExp[] = [
  /##[^\S\n]{0,4}(?:instruction|response|system|human|input|assistant)s?\s{0,4}:/,
  /(?:^|\n)[^\S\n]*(?:sources|citations)\s*:\s*\[\d{1,3}\]/,
  /(?:^|\n)[^\S\n]*\[\d{1,3}\]\s*["“]/,
  /\bchecked against its sources; confidence\b/,
];
