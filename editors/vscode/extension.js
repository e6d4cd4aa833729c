// Starts `quotient lsp` for the editor and `quotient dap` for its debugger. Everything else is theirs.
const vscode = require("vscode");
const { LanguageClient } = require("./library/languageclient.js");

let client;

// The page of a result (docs/report.md) beside the text. It may load nothing, and runs no script but its own.
async function showReport(document) {
  const answer = await client.sendRequest("workspace/executeCommand", { command: "quotient.report", arguments: [document.uri.toString(), ""] });
  const name = document.uri.path.split("/").pop();
  const panel = vscode.window.createWebviewPanel("quotient.report", `${name}: ${answer.verdict}`, vscode.ViewColumn.Beside, { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true });
  panel.webview.html = answer.html;
}

exports.activate = async (context) => {
  const settings = vscode.workspace.getConfiguration("quotient");
  const languages = ["promela", "b", "mcrl2"];
  const options = Object.fromEntries(
    ["defines", "includePaths", "setSizes", "checkSeconds", "checkOnSave"].map((name) => [name, settings.get(name)]),
  );
  client = new LanguageClient(
    "quotient",
    "Quotient",
    { command: settings.get("path"), args: ["lsp"] },
    {
      // Headers take part where an open model includes them.
      documentSelector: [...languages.map((language) => ({ scheme: "file", language })), { scheme: "file", pattern: "**/*.h" }],
      initializationOptions: options,
      synchronize: { configurationSection: "quotient", fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{h,pml,mch,ref,imp,def}") },
    },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("quotient.checkModel", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && languages.includes(editor.document.languageId)) {
        return vscode.commands.executeCommand("quotient.check", editor.document.uri.toString(), "");
      }
    }),
    vscode.commands.registerCommand("quotient.showReport", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && languages.includes(editor.document.languageId)) return showReport(editor.document);
    }),
    vscode.commands.registerCommand("quotient.debugModel", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && languages.includes(editor.document.languageId)) {
        return vscode.debug.startDebugging(undefined, { type: "quotient", request: "launch", name: "Counterexample", program: editor.document.uri.fsPath });
      }
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory("quotient", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration("quotient").get("path"), ["dap"]),
    }),
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
