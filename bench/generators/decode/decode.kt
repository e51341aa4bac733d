// Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error" out.
// As Moshi does, by the parameters of the constructors and their annotations.

import com.google.gson.GsonBuilder
import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonNull
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import com.google.gson.JsonPrimitive
import com.squareup.moshi.Json
import java.lang.reflect.Constructor
import java.lang.reflect.ParameterizedType
import java.lang.reflect.Type
import java.lang.reflect.WildcardType
import java.time.OffsetDateTime
import org.openapitools.client.models.*

val TYPES: Map<String, Type> = mapOf(
    "created" to __created__::class.java,
    "answer" to __answer__::class.java,
    "view" to __view__::class.java,
    "event" to __event__::class.java
)
val GSON = GsonBuilder().serializeNulls().create()

fun constructor(type: Class<*>): Constructor<*> =
    type.constructors.first { made -> !made.isSynthetic && made.parameters.any { it.isAnnotationPresent(Json::class.java) } }

fun names(made: Constructor<*>): List<String> = made.parameters.map { it.getAnnotation(Json::class.java).name }

fun decode(value: JsonElement?, type: Type): Any? {
    if (value == null || value.isJsonNull) return null
    if (type is WildcardType) return decode(value, type.upperBounds[0])
    if (type is ParameterizedType && type.rawType == List::class.java)
        return value.asJsonArray.map { decode(it, type.actualTypeArguments[0]) }
    if (type is ParameterizedType)
        return value.asJsonObject.entrySet().map { it.key to decode(it.value, type.actualTypeArguments[1]) }.toMap()
    if (type == OffsetDateTime::class.java) return OffsetDateTime.parse(value.asString)
    if (type == Any::class.java) return value
    if (type is Class<*> && type.name.startsWith("org.openapitools")) {
        if (type.isEnum) return type.enumConstants.first { encode(it) == value }
        val made = constructor(type)
        val given = names(made).mapIndexed { at, name -> decode(value.asJsonObject.get(name), made.genericParameterTypes[at]) }
        return made.newInstance(*given.toTypedArray())
    }
    return GSON.fromJson(value, type)
}

fun encode(value: Any?): JsonElement = when {
    value == null -> JsonNull.INSTANCE
    value is JsonElement -> value
    value is List<*> -> JsonArray().also { list -> value.forEach { list.add(encode(it)) } }
    value is OffsetDateTime -> JsonPrimitive(value.toString())
    value.javaClass.isEnum -> GSON.toJsonTree(value.javaClass.getMethod("getValue").invoke(value))
    value.javaClass.name.startsWith("org.openapitools") -> JsonObject().also { whole ->
        names(constructor(value.javaClass)).forEachIndexed { at, name ->
            whole.add(name, encode(value.javaClass.getMethod("component${at + 1}").invoke(value)))
        }
    }
    value is Map<*, *> -> JsonObject().also { map -> value.forEach { map.add(it.key as String, encode(it.value)) } }
    else -> GSON.toJsonTree(value)
}

fun main() {
    generateSequence(::readLine).forEach { line ->
        val kind = line.substringBefore(' ')
        try {
            println(GSON.toJson(encode(decode(JsonParser.parseString(line.substringAfter(' ')), TYPES.getValue(kind)))))
        } catch (error: Exception) {
            println("!" + (error.cause ?: error).toString().replace("\n", " "))
        }
    }
}
