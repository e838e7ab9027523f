-- Every name that the game's API documents (v14.0.3: base, events, object, player, ui, wait ...).
-- Facts only; what each of them does is told in the documents.
local function words(text)
  local found = {}
  for word in string.gmatch(text, "%S+") do found[word] = true end
  return found
end

return {
  base = words [[
    addContextMenuItem clearContextMenu chooseInHand chooseInHandOrCancel clearChooseInHand
    currentChooseInHand copy destroyObject flipTable getAllObjects getObjectFromGUID getObjects
    getObjectsWithTag getObjectsWithAnyTags getObjectsWithAllTags getSeatedPlayers group paste
    setLookingForPlayers spawnObject spawnObjectData spawnObjectJSON startLuaCoroutine
    stringColorToRGB storeRewindState allowRewindStore addHotkey clearHotkeys showHotkeyConfig
    broadcastToAll broadcastToColor log logString logStyle print printToAll printToColor
    sendExternalMessage
    Global Player Wait Time Timer Turns Notes JSON UI Hands Grid Lighting MusicPlayer Physics
    Tables Backgrounds Info WebRequest Vector Color self]],
  lua = words [[
    assert collectgarbage error select tostring tonumber type pcall xpcall _G _VERSION _MOONSHARP
    setmetatable getmetatable rawset rawget rawequal rawlen next ipairs pairs
    bit32 coroutine dynamic math os string table]],
  object_variable = words [[
    alt_view_angle angular_drag auto_raise bounciness drag drag_selectable dynamic_friction
    gizmo_selectable grid_projection guid held_by_color held_flip_index held_position_offset
    held_reduce_force held_rotation_offset held_spin_index hide_when_face_down ignore_fog_of_war
    interactable is_face_down loading_custom locked mass max_typed_number measure_movement memo
    name pick_up_position pick_up_rotation remainder resting script_code script_state spawning
    static_friction sticky tag tooltip type use_gravity use_grid use_hands use_rotation_value_flip
    use_snap_points value value_flags
    AssetBundle Book Browser Clock Counter LayoutZone RPGFigurine TextTool Container UI]],
  object_function = words [[
    addForce addTorque getAngularVelocity getBounds getBoundsNormalized getPosition
    getPositionSmooth getRotation getRotationSmooth getScale getTransformForward getTransformRight
    getTransformUp getVelocity getVisualBoundsNormalized isSmoothMoving positionToLocal
    positionToWorld rotate scale setAngularVelocity setPosition setPositionSmooth setRotation
    setRotationSmooth setScale setVelocity translate addTag getTags hasAnyTag hasMatchingTag hasTag
    removeTag setTags clearButtons clearInputs createButton createInput editButton editInput
    getButtons getInputs removeButton removeInput getAttachments getColorTint getCustomObject
    getData getDescription getFogOfWarReveal getGMNotes getGUID getJoints getJSON getLock getName
    getObjects getQuantity getRotationValue getRotationValues getSelectingPlayers getStateId
    getStates getValue getZones isDestroyed setColorTint setCustomObject setDescription
    setFogOfWarReveal setGMNotes setLock setName setRotationValue setRotationValues setState
    setValue addAttachment addContextMenuItem addToPlayerSelection clearContextMenu clone cut deal
    dealToColorWithOffset destroyAttachment destroyAttachments destruct drop flip highlightOff
    highlightOn jointTo moveToHandStash putObject randomize registerCollisions reload
    removeAttachment removeAttachments removeFromPlayerSelection reset roll shuffle shuffleStates
    split spread takeObject unregisterCollisions getChild getChildren getComponent
    getComponentInChildren getComponents getComponentsInChildren setHiddenFrom setInvisibleTo
    attachHider attachInvisibleHider addDecal call getDecals getLuaScript getSnapPoints getTable
    getVar getVectorLines setDecals setLuaScript setSnapPoints setTable setVar setVectorLines]],
  player = words [[
    admin blindfolded color host lift_height promoted seated steam_id steam_name team
    attachCameraToObject broadcast changeColor clearSelectedObjects copy drawHandStash getHandCount
    getHandObjects getHandTransform getHoldingObjects getHoverObject getPointerPosition
    getPointerRotation getSelectedObjects kick lookAt mute paste pingTable print promote
    setCameraMode setHandStashLocation setHandTransform setUITheme showInfoDialog
    showConfirmDialog showInputDialog showMemoDialog showOptionsDialog showColorDialog]],
  players = words "Action getAvailableColors getColors getPlayers getSpectators",
  seats = words "White Brown Red Orange Yellow Green Teal Blue Purple Pink Grey Black",
  action = words [[
    Copy Cut Delete FlipIncrementalLeft FlipIncrementalRight FlipOver Group Paste PickUp Randomize
    RotateIncrementalLeft RotateIncrementalRight RotateOver Select Under]],
  wait = words "collect condition frames stop stopAll time COLLECT_DUPLICATE COLLECT_UNKNOWN",
  turns = words [[
    enable type order reverse_order skip_empty_hands disable_interactations pass_turns turn_color
    endTurn getNextTurnColor getPreviousTurnColor getTurnOrder]],
  notes = words [[
    addNotebookTab editNotebookTab getNotebookTabs removeNotebookTab getNotes setNotes]],
  json = words "decode encode encode_pretty",
  ui = words [[
    loading getAttribute getAttributes getCustomAssets getValue getXml getXmlTable hide setAttribute
    setAttributes setClass setCustomAssets setValue setXml setXmlTable show]],
  os = words "clock difftime date time",
  handler = words [[
    onBlindfold onChat onExternalMessage onFixedUpdate onLoad onObjectCollisionEnter
    onObjectCollisionExit onObjectCollisionStay onObjectDestroy onObjectDrop onObjectEnterContainer
    onObjectEnterScriptingZone onObjectEnterZone onObjectFlick onObjectHover onObjectLeaveContainer
    onObjectLeaveScriptingZone onObjectLeaveZone onObjectLoopingEffect onObjectNumberTyped
    onObjectPageChange onObjectPeek onObjectPickUp onObjectRandomize onObjectRotate
    onObjectSearchEnd onObjectSearchStart onObjectSpawn onObjectStateChange onObjectTriggerEffect
    onPlayerAction onPlayerChangeColor onPlayerChangeTeam onPlayerChatTyping onPlayerConnect
    onPlayerDisconnect onPlayerHandChoice onPlayerPing onPlayerTurn onSave onScriptingButtonDown
    onScriptingButtonUp onUpdate filterObjectEnterContainer onZoneGroupSort tryObjectEnterContainer
    tryObjectRandomize tryObjectRotate tryObjectStateChange]],
}
